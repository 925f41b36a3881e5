"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const headings = Array.from(table.tHead.rows[0].cells);
  headings.forEach((heading, column) => {
    const button = heading.querySelector("button");
    if (!button) return;
    button.addEventListener("click", () => {
      // Numbers start with the greatest, text with "a".
      const first = heading.classList.contains("text") ? "ascending" : "descending";
      const other = first === "ascending" ? "descending" : "ascending";
      const order = heading.getAttribute("aria-sort") === first ? other : first;
      headings.forEach((each) => each.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const body = table.tBodies[0];
      const value = (row) => row.cells[column].dataset.v ?? "";
      const compare = (a, b) => {
        const [x, y] = [value(a), value(b)];
        // What is not known comes last, whichever way the rest is turned.
        if (x === "" || y === "") return (x === "") - (y === "");
        const numbers = heading.classList.contains("text") ? NaN : x - y;
        return sign * (Number.isNaN(numbers) ? x.localeCompare(y) : numbers);
      };
      Array.from(body.rows).sort(compare).forEach((row) => body.appendChild(row));
    });
  });
}
