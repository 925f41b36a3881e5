"""Lemmas of Lean's core library that the kernel's own library lacks: statement and proof, in Lean's syntax.

Each is proved by this checker's tactics when it is first needed, and its whole proof stands in every proof
term that uses it: the kernel knows none of them. Names, argument order and implicit arguments are Lean's; a
name that begins with `_` is for the tactics alone. A line that is indented goes on with the one before it.
"""

from __future__ import annotations

LOGIC = r"""
theorem and_comm {a b : Prop} : a ∧ b ↔ b ∧ a := ⟨fun ⟨x, y⟩ => ⟨y, x⟩, fun ⟨x, y⟩ => ⟨y, x⟩⟩
theorem And.comm {a b : Prop} : a ∧ b ↔ b ∧ a := and_comm
theorem or_comm {a b : Prop} : a ∨ b ↔ b ∨ a := ⟨Or.symm, Or.symm⟩
theorem Or.comm {a b : Prop} : a ∨ b ↔ b ∨ a := or_comm
theorem Iff.comm {a b : Prop} : (a ↔ b) ↔ (b ↔ a) := ⟨Iff.symm, Iff.symm⟩
theorem iff_comm {a b : Prop} : (a ↔ b) ↔ (b ↔ a) := ⟨Iff.symm, Iff.symm⟩
theorem and_assoc {a b c : Prop} : (a ∧ b) ∧ c ↔ a ∧ b ∧ c := ⟨fun ⟨⟨x, y⟩, z⟩ => ⟨x, y, z⟩, fun ⟨x, y,
    z⟩ => ⟨⟨x, y⟩, z⟩⟩
theorem or_assoc {a b c : Prop} : (a ∨ b) ∨ c ↔ a ∨ b ∨ c := by constructor <;> intro h <;> rcases h with
    (h | h) | h | h <;> first | exact .inl h | exact .inr h | exact .inl (.inl h) | exact .inr (.inl h) |
    exact .inl (.inr h) | exact .inr (.inr h)
theorem and_left_comm {a b c : Prop} : a ∧ b ∧ c ↔ b ∧ a ∧ c := ⟨fun ⟨x, y, z⟩ => ⟨y, x, z⟩, fun ⟨x, y,
    z⟩ => ⟨y, x, z⟩⟩
theorem and_right_comm {a b c : Prop} : (a ∧ b) ∧ c ↔ (a ∧ c) ∧ b := ⟨fun ⟨⟨x, y⟩, z⟩ => ⟨⟨x, z⟩, y⟩, fun
    ⟨⟨x, z⟩, y⟩ => ⟨⟨x, y⟩, z⟩⟩
theorem and_self_iff {a : Prop} : a ∧ a ↔ a := ⟨And.left, fun h => ⟨h, h⟩⟩
theorem or_self_iff {a : Prop} : a ∨ a ↔ a := ⟨fun h => h.elim (fun x => x) fun x => x, Or.inl⟩
theorem and_congr {a b c d : Prop} (h₁ : a ↔ c) (h₂ : b ↔ d) : a ∧ b ↔ c ∧ d := ⟨fun ⟨x, y⟩ => ⟨h₁.mp x,
    h₂.mp y⟩, fun ⟨x, y⟩ => ⟨h₁.mpr x, h₂.mpr y⟩⟩
theorem or_congr {a b c d : Prop} (h₁ : a ↔ c) (h₂ : b ↔ d) : a ∨ b ↔ c ∨ d := ⟨fun h => h.elim (fun x =>
    .inl (h₁.mp x)) fun x => .inr (h₂.mp x), fun h => h.elim (fun x => .inl (h₁.mpr x)) fun x => .inr
    (h₂.mpr x)⟩
theorem not_congr {a b : Prop} (h : a ↔ b) : ¬a ↔ ¬b := ⟨fun n x => n (h.mpr x), fun n x => n (h.mp x)⟩
theorem imp_congr {a b c d : Prop} (h₁ : a ↔ c) (h₂ : b ↔ d) : (a → b) ↔ (c → d) := ⟨fun f x => h₂.mp (f
    (h₁.mpr x)), fun f x => h₂.mpr (f (h₁.mp x))⟩
theorem iff_congr {a b c d : Prop} (h₁ : a ↔ c) (h₂ : b ↔ d) : (a ↔ b) ↔ (c ↔ d) := ⟨fun h =>
    h₁.symm.trans (h.trans h₂), fun h => h₁.trans (h.trans h₂.symm)⟩
theorem forall_congr' {α : Type} {p q : α → Prop} (h : ∀ a, p a ↔ q a) : (∀ a, p a) ↔ ∀ a, q a := ⟨fun f
    x => (h x).mp (f x), fun f x => (h x).mpr (f x)⟩
theorem exists_congr {α : Type} {p q : α → Prop} (h : ∀ a, p a ↔ q a) : (∃ a, p a) ↔ ∃ a, q a := ⟨fun ⟨x,
    y⟩ => ⟨x, (h x).mp y⟩, fun ⟨x, y⟩ => ⟨x, (h x).mpr y⟩⟩
theorem iff_of_true {a b : Prop} (ha : a) (hb : b) : a ↔ b := ⟨fun _ => hb, fun _ => ha⟩
theorem iff_of_false {a b : Prop} (ha : ¬a) (hb : ¬b) : a ↔ b := ⟨fun x => absurd x ha, fun x => absurd x
    hb⟩
theorem iff_def {a b : Prop} : (a ↔ b) ↔ (a → b) ∧ (b → a) := ⟨fun h => ⟨h.mp, h.mpr⟩, fun ⟨x, y⟩ => ⟨x,
    y⟩⟩
theorem iff_iff_implies_and_implies {a b : Prop} : (a ↔ b) ↔ (a → b) ∧ (b → a) := iff_def
theorem Not.elim {a b : Prop} (h : ¬a) (h₂ : a) : b := absurd h₂ h
theorem Not.imp {a b : Prop} (h : ¬b) (h₂ : a → b) : ¬a := fun x => h (h₂ x)
theorem Or.imp {a b c d : Prop} (f : a → c) (g : b → d) (h : a ∨ b) : c ∨ d := h.elim (fun x => .inl (f
    x)) fun x => .inr (g x)
theorem Or.imp_left {a b c : Prop} (f : a → b) (h : a ∨ c) : b ∨ c := h.elim (fun x => .inl (f x)) .inr
theorem Or.imp_right {a b c : Prop} (f : b → c) (h : a ∨ b) : a ∨ c := h.elim .inl fun x => .inr (f x)
theorem And.imp {a b c d : Prop} (f : a → c) (g : b → d) (h : a ∧ b) : c ∧ d := ⟨f h.1, g h.2⟩
theorem And.imp_left {a b c : Prop} (f : a → b) (h : a ∧ c) : b ∧ c := ⟨f h.1, h.2⟩
theorem And.imp_right {a b c : Prop} (f : a → b) (h : c ∧ a) : c ∧ b := ⟨h.1, f h.2⟩
theorem Or.resolve_left {a b : Prop} (h : a ∨ b) (na : ¬a) : b := h.elim (fun x => absurd x na) fun x =>
    x
theorem Or.resolve_right {a b : Prop} (h : a ∨ b) (nb : ¬b) : a := h.elim (fun x => x) fun x => absurd x
    nb
theorem Or.neg_resolve_left {a b : Prop} (h : ¬a ∨ b) (ha : a) : b := h.elim (fun x => absurd ha x) fun x
    => x
theorem Or.neg_resolve_right {a b : Prop} (h : a ∨ ¬b) (nb : b) : a := h.elim (fun x => x) fun x =>
    absurd nb x
theorem Iff.not {a b : Prop} (h : a ↔ b) : ¬a ↔ ¬b := not_congr h
theorem Iff.and {a b c d : Prop} (h₁ : a ↔ c) (h₂ : b ↔ d) : a ∧ b ↔ c ∧ d := and_congr h₁ h₂
theorem Iff.or {a b c d : Prop} (h₁ : a ↔ c) (h₂ : b ↔ d) : a ∨ b ↔ c ∨ d := or_congr h₁ h₂
theorem Iff.of_eq {a b : Prop} (h : a = b) : a ↔ b := by rw [h]
theorem Eq.mp {α β : Prop} (h : α = β) (a : α) : β := Eq.subst (motive := fun x => x) h a
theorem Eq.mpr {α β : Prop} (h : α = β) (b : β) : α := Eq.subst (motive := fun x => x) h.symm b
theorem Eq.to_iff {a b : Prop} (h : a = b) : a ↔ b := by rw [h]
theorem not_or {p q : Prop} : ¬(p ∨ q) ↔ ¬p ∧ ¬q := ⟨fun h => ⟨fun x => h (.inl x), fun x => h (.inr x)⟩,
    fun ⟨a, b⟩ h => h.elim a b⟩
theorem not_and {a b : Prop} : ¬(a ∧ b) ↔ (a → ¬b) := ⟨fun h x y => h ⟨x, y⟩, fun h ⟨x, y⟩ => h x y⟩
theorem not_and' {a b : Prop} : ¬(a ∧ b) ↔ b → ¬a := ⟨fun h y x => h ⟨x, y⟩, fun h ⟨x, y⟩ => h y x⟩
theorem not_exists {α : Type} {p : α → Prop} : (¬∃ x, p x) ↔ ∀ x, ¬p x := ⟨fun h x y => h ⟨x, y⟩, fun h
    ⟨x, y⟩ => h x y⟩
theorem exists_imp {α : Type} {p : α → Prop} {b : Prop} : (∃ x, p x) → b ↔ ∀ x, p x → b := ⟨fun h x y =>
    h ⟨x, y⟩, fun h ⟨x, y⟩ => h x y⟩
theorem forall_and {α : Type} {p q : α → Prop} : (∀ x, p x ∧ q x) ↔ (∀ x, p x) ∧ ∀ x, q x := ⟨fun h =>
    ⟨fun x => (h x).1, fun x => (h x).2⟩, fun h x => ⟨h.1 x, h.2 x⟩⟩
theorem exists_or {α : Type} {p q : α → Prop} : (∃ x, p x ∨ q x) ↔ (∃ x, p x) ∨ ∃ x, q x := ⟨fun ⟨x, h⟩
    => h.elim (fun y => .inl ⟨x, y⟩) fun y => .inr ⟨x, y⟩, fun h => h.elim (fun ⟨x, y⟩ => ⟨x, .inl y⟩)
    fun ⟨x, y⟩ => ⟨x, .inr y⟩⟩
theorem exists_and_left {α : Type} {p : α → Prop} {b : Prop} : (∃ x, b ∧ p x) ↔ b ∧ ∃ x, p x := ⟨fun ⟨x,
    y, z⟩ => ⟨y, x, z⟩, fun ⟨y, x, z⟩ => ⟨x, y, z⟩⟩
theorem exists_and_right {α : Type} {p : α → Prop} {b : Prop} : (∃ x, p x ∧ b) ↔ (∃ x, p x) ∧ b := ⟨fun
    ⟨x, y, z⟩ => ⟨⟨x, y⟩, z⟩, fun ⟨⟨x, y⟩, z⟩ => ⟨x, y, z⟩⟩
theorem Exists.imp {α : Type} {p q : α → Prop} (h : ∀ a, p a → q a) (x : ∃ a, p a) : ∃ a, q a := match x
    with | ⟨a, y⟩ => ⟨a, h a y⟩
theorem forall_imp {α : Type} {p q : α → Prop} (h : ∀ a, p a → q a) (f : ∀ a, p a) : ∀ a, q a := fun a =>
    h a (f a)
theorem and_or_left {a b c : Prop} : a ∧ (b ∨ c) ↔ (a ∧ b) ∨ (a ∧ c) := ⟨fun ⟨x, h⟩ => h.elim (fun y =>
    .inl ⟨x, y⟩) fun y => .inr ⟨x, y⟩, fun h => h.elim (fun ⟨x, y⟩ => ⟨x, .inl y⟩) fun ⟨x, y⟩ => ⟨x, .inr
    y⟩⟩
theorem or_and_right {a b c : Prop} : (a ∨ b) ∧ c ↔ (a ∧ c) ∨ (b ∧ c) := ⟨fun ⟨h, x⟩ => h.elim (fun y =>
    .inl ⟨y, x⟩) fun y => .inr ⟨y, x⟩, fun h => h.elim (fun ⟨y, x⟩ => ⟨.inl y, x⟩) fun ⟨y, x⟩ => ⟨.inr y,
    x⟩⟩
theorem or_and_left {a b c : Prop} : a ∨ (b ∧ c) ↔ (a ∨ b) ∧ (a ∨ c) := ⟨fun h => h.elim (fun x => ⟨.inl
    x, .inl x⟩) fun ⟨y, z⟩ => ⟨.inr y, .inr z⟩, fun ⟨h, g⟩ => h.elim .inl fun y => g.elim .inl fun z =>
    .inr ⟨y, z⟩⟩
theorem and_or_right {a b c : Prop} : (a ∧ b) ∨ c ↔ (a ∨ c) ∧ (b ∨ c) := ⟨fun h => h.elim (fun ⟨y, z⟩ =>
    ⟨.inl y, .inl z⟩) fun x => ⟨.inr x, .inr x⟩, fun ⟨h, g⟩ => h.elim (fun y => g.elim (fun z => .inl ⟨y,
    z⟩) .inr) .inr⟩
theorem and_imp {a b c : Prop} : (a ∧ b → c) ↔ (a → b → c) := ⟨fun h x y => h ⟨x, y⟩, fun h ⟨x, y⟩ => h x
    y⟩
theorem or_imp {a b c : Prop} : (a ∨ b → c) ↔ (a → c) ∧ (b → c) := ⟨fun h => ⟨fun x => h (.inl x), fun x
    => h (.inr x)⟩, fun ⟨f, g⟩ h => h.elim f g⟩
theorem imp_and {a b c : Prop} : (a → b ∧ c) ↔ (a → b) ∧ (a → c) := ⟨fun h => ⟨fun x => (h x).1, fun x =>
    (h x).2⟩, fun ⟨f, g⟩ x => ⟨f x, g x⟩⟩
theorem imp_false {a : Prop} : (a → False) ↔ ¬a := Iff.rfl
theorem imp_iff_not {a b : Prop} (hb : ¬b) : a → b ↔ ¬a := ⟨fun h x => hb (h x), fun n x => absurd x n⟩
theorem imp_not_comm {a b : Prop} : (a → ¬b) ↔ (b → ¬a) := ⟨fun h y x => h x y, fun h x y => h y x⟩
theorem not_not_of_not_imp {a b : Prop} (h : ¬(a → b)) : ¬¬a := fun n => h fun x => absurd x n
theorem not_of_not_imp {b a : Prop} (h : ¬(a → b)) : ¬b := fun y => h fun _ => y
theorem not_imp_of_and_not {a b : Prop} (h : a ∧ ¬b) : ¬(a → b) := fun f => h.2 (f h.1)
theorem and_not_self {a : Prop} : ¬(a ∧ ¬a) := fun h => h.2 h.1
theorem not_and_self {a : Prop} : ¬(¬a ∧ a) := fun h => h.1 h.2
theorem and_iff_left {b a : Prop} (h : b) : a ∧ b ↔ a := ⟨And.left, fun x => ⟨x, h⟩⟩
theorem and_iff_right {a b : Prop} (h : a) : a ∧ b ↔ b := ⟨And.right, fun x => ⟨h, x⟩⟩
theorem or_iff_left {b a : Prop} (h : ¬b) : a ∨ b ↔ a := ⟨fun g => g.elim (fun x => x) fun y => absurd y
    h, .inl⟩
theorem or_iff_right {a b : Prop} (h : ¬a) : a ∨ b ↔ b := ⟨fun g => g.elim (fun y => absurd y h) fun x =>
    x, .inr⟩
theorem not_iff_false_intro {a : Prop} (h : a) : ¬a ↔ False := ⟨fun n => n h, False.elim⟩
theorem iff_true_intro {a : Prop} (h : a) : a ↔ True := ⟨fun _ => trivial, fun _ => h⟩
theorem iff_false_intro {a : Prop} (h : ¬a) : a ↔ False := ⟨h, False.elim⟩
theorem of_iff_true {a : Prop} (h : a ↔ True) : a := h.mpr trivial
theorem not_of_iff_false {a : Prop} (h : a ↔ False) : ¬a := h.mp
theorem not_not_em (a : Prop) : ¬¬(a ∨ ¬a) := fun h => h (.inr fun x => h (.inl x))
theorem not_not_not {a : Prop} : ¬¬¬a ↔ ¬a := ⟨fun h x => h fun n => n x, fun n h => h n⟩
theorem not_true : ¬True ↔ False := ⟨fun h => h trivial, False.elim⟩
theorem not_false : ¬False := fun h => h
theorem not_false_iff : ¬False ↔ True := ⟨fun _ => trivial, fun _ h => h⟩
theorem True.elim {C : Prop} (h : True) (c : C) : C := c
theorem Ne.elim {α : Type} {a b : α} {C : Prop} (h : a ≠ b) (e : a = b) : C := absurd e h
theorem ne_of_eq_of_ne {α : Type} {a b c : α} (h₁ : a = b) (h₂ : b ≠ c) : a ≠ c := by rw [h₁]; exact h₂
theorem ne_of_ne_of_eq {α : Type} {a b c : α} (h₁ : a ≠ b) (h₂ : b = c) : a ≠ c := by rw [← h₂]; exact h₁
theorem eq_comm {α : Type} {a b : α} : a = b ↔ b = a := ⟨Eq.symm, Eq.symm⟩
theorem ne_comm {α : Type} {a b : α} : a ≠ b ↔ b ≠ a := ⟨Ne.symm, Ne.symm⟩
theorem congr {α β : Type} {f₁ f₂ : α → β} {a₁ a₂ : α} (h₁ : f₁ = f₂) (h₂ : a₁ = a₂) : f₁ a₁ = f₂ a₂ :=
    by rw [h₁, h₂]
theorem exists_eq {α : Type} {a' : α} : ∃ a, a = a' := ⟨a', rfl⟩
theorem _and_true (a : Prop) : a ∧ True ↔ a := ⟨And.left, fun x => ⟨x, trivial⟩⟩
theorem _true_and (a : Prop) : True ∧ a ↔ a := ⟨And.right, fun x => ⟨trivial, x⟩⟩
theorem _and_false (a : Prop) : a ∧ False ↔ False := ⟨And.right, False.elim⟩
theorem _false_and (a : Prop) : False ∧ a ↔ False := ⟨And.left, False.elim⟩
theorem _or_true (a : Prop) : a ∨ True ↔ True := ⟨fun _ => trivial, .inr⟩
theorem _true_or (a : Prop) : True ∨ a ↔ True := ⟨fun _ => trivial, .inl⟩
theorem _or_false (a : Prop) : a ∨ False ↔ a := ⟨fun h => h.elim (fun x => x) False.elim, .inl⟩
theorem _false_or (a : Prop) : False ∨ a ↔ a := ⟨fun h => h.elim False.elim fun x => x, .inr⟩
theorem _true_imp (a : Prop) : (True → a) ↔ a := ⟨fun h => h trivial, fun x _ => x⟩
theorem _false_imp (a : Prop) : (False → a) ↔ True := ⟨fun _ => trivial, fun _ => False.elim⟩
theorem _imp_true (a : Prop) : (a → True) ↔ True := ⟨fun _ => trivial, fun _ _ => trivial⟩
theorem _imp_self (a : Prop) : (a → a) ↔ True := ⟨fun _ => trivial, fun _ x => x⟩
theorem _iff_true (a : Prop) : (a ↔ True) ↔ a := ⟨fun h => h.mpr trivial, fun x => ⟨fun _ => trivial, fun
    _ => x⟩⟩
theorem _true_iff (a : Prop) : (True ↔ a) ↔ a := ⟨fun h => h.mp trivial, fun x => ⟨fun _ => x, fun _ =>
    trivial⟩⟩
theorem _iff_false (a : Prop) : (a ↔ False) ↔ ¬a := ⟨fun h => h.mp, fun n => ⟨n, False.elim⟩⟩
theorem _false_iff (a : Prop) : (False ↔ a) ↔ ¬a := ⟨fun h => h.mpr, fun n => ⟨False.elim, n⟩⟩
theorem _iff_self (a : Prop) : (a ↔ a) ↔ True := ⟨fun _ => trivial, fun _ => Iff.rfl⟩
theorem _eq_self {α : Type} (a : α) : a = a ↔ True := ⟨fun _ => trivial, fun _ => rfl⟩
theorem _ne_self {α : Type} (a : α) : a ≠ a ↔ False := ⟨fun h => h rfl, False.elim⟩
theorem _forall_true (α : Type) : (∀ _ : α, True) ↔ True := ⟨fun _ => trivial, fun _ _ => trivial⟩
theorem _exists_false (α : Type) : (∃ _ : α, False) ↔ False := ⟨fun ⟨_, h⟩ => h, False.elim⟩
"""

ARITHMETIC = r"""
theorem Nat.add_one (n : Nat) : n + 1 = Nat.succ n := rfl
theorem Nat.succ_eq_add_one (n : Nat) : Nat.succ n = n + 1 := rfl
theorem Nat.add_succ_eq (n m : Nat) : n + Nat.succ m = Nat.succ (n + m) := rfl
theorem Nat.one_add (n : Nat) : 1 + n = Nat.succ n := Nat.add_comm 1 n
theorem Nat.zero_eq : Nat.zero = 0 := rfl
theorem Nat.succ_add_eq_add_succ (a b : Nat) : Nat.succ a + b = a + Nat.succ b := Nat.succ_add a b
theorem Nat.add_add_add_comm (a b c d : Nat) : (a + b) + (c + d) = (a + c) + (b + d) := by rw
    [Nat.add_assoc, Nat.add_left_comm b c d, ← Nat.add_assoc]
theorem Nat.add_one_ne_zero (n : Nat) : n + 1 ≠ 0 := Nat.succ_ne_zero n
theorem Nat.succ_inj {a b : Nat} : Nat.succ a = Nat.succ b ↔ a = b := ⟨Nat.succ.inj, fun h => by rw [h]⟩
theorem Nat.succ_inj' {a b : Nat} : Nat.succ a = Nat.succ b ↔ a = b := Nat.succ_inj
theorem Nat.add_right_cancel_iff {m k n : Nat} : m + n = k + n ↔ m = k := ⟨Nat.add_right_cancel, fun h =>
    by rw [h]⟩
theorem Nat.add_left_cancel_iff {m k n : Nat} : n + m = n + k ↔ m = k := ⟨Nat.add_left_cancel, fun h =>
    by rw [h]⟩
theorem Nat.two_mul (n : Nat) : 2 * n = n + n := by rw [Nat.succ_mul, Nat.one_mul]
theorem Nat.mul_two (n : Nat) : n * 2 = n + n := by rw [Nat.mul_succ, Nat.mul_one]
theorem Nat.mul_right_comm (n m k : Nat) : n * m * k = n * k * m := by rw [Nat.mul_assoc, Nat.mul_comm m
    k, ← Nat.mul_assoc]
theorem Nat.eq_zero_of_add_eq_zero_left {n m : Nat} (h : n + m = 0) : m = 0 := by cases m with | zero =>
    rfl | succ m => exact absurd h (Nat.succ_ne_zero (n + m))
theorem Nat.eq_zero_of_add_eq_zero_right {n m : Nat} (h : n + m = 0) : n = 0 :=
    Nat.eq_zero_of_add_eq_zero_left (by rw [Nat.add_comm]; exact h)
theorem Nat.eq_zero_of_add_eq_zero {n m : Nat} (h : n + m = 0) : n = 0 ∧ m = 0 :=
    ⟨Nat.eq_zero_of_add_eq_zero_right h, Nat.eq_zero_of_add_eq_zero_left h⟩
theorem Nat.eq_zero_or_eq_succ_pred (n : Nat) : n = 0 ∨ n = Nat.succ (Nat.pred n) := by cases n with |
    zero => exact .inl rfl | succ n => exact .inr rfl
theorem Nat.exists_eq_succ_of_ne_zero {n : Nat} (h : n ≠ 0) : ∃ k, n = Nat.succ k := by cases n with |
    zero => exact absurd rfl h | succ n => exact ⟨n, rfl⟩
theorem Nat.pred_succ (n : Nat) : Nat.pred (Nat.succ n) = n := rfl
theorem Nat.pred_zero : Nat.pred 0 = 0 := rfl
theorem Nat.le.refl' (n : Nat) : n ≤ n := Nat.le_refl n
theorem Nat.le_of_eq {n m : Nat} (p : n = m) : n ≤ m := by rw [p]
theorem Nat.le_rfl {n : Nat} : n ≤ n := Nat.le_refl n
theorem Nat.le_add_one (n : Nat) : n ≤ n + 1 := Nat.le_succ n
theorem Nat.lt_add_one (n : Nat) : n < n + 1 := Nat.lt_succ_self n
theorem Nat.succ_pos (n : Nat) : 0 < Nat.succ n := Nat.zero_lt_succ n
theorem Nat.zero_lt_one : 0 < 1 := Nat.zero_lt_succ 0
theorem Nat.one_pos : 0 < 1 := Nat.zero_lt_succ 0
theorem Nat.succ_le_of_lt {n m : Nat} (h : n < m) : Nat.succ n ≤ m := h
theorem Nat.lt_of_succ_le {n m : Nat} (h : Nat.succ n ≤ m) : n < m := h
theorem Nat.succ_le {n m : Nat} : Nat.succ n ≤ m ↔ n < m := Iff.rfl
theorem Nat.lt_iff_add_one_le {m n : Nat} : m < n ↔ m + 1 ≤ n := Iff.rfl
theorem Nat.lt_succ_of_le {n m : Nat} (h : n ≤ m) : n < Nat.succ m := Nat.succ_le_succ h
theorem Nat.lt_add_one_of_le {n m : Nat} (h : n ≤ m) : n < m + 1 := Nat.succ_le_succ h
theorem Nat.le_of_lt_succ {m n : Nat} (h : m < Nat.succ n) : m ≤ n := Nat.le_of_succ_le_succ h
theorem Nat.le_of_lt_add_one {n m : Nat} (h : n < m + 1) : n ≤ m := Nat.le_of_succ_le_succ h
theorem Nat.lt_succ {m n : Nat} : m < Nat.succ n ↔ m ≤ n := ⟨Nat.le_of_lt_succ, Nat.lt_succ_of_le⟩
theorem Nat.lt_succ_iff {m n : Nat} : m < Nat.succ n ↔ m ≤ n := Nat.lt_succ
theorem Nat.lt_add_one_iff {m n : Nat} : m < n + 1 ↔ m ≤ n := Nat.lt_succ
theorem Nat.succ_le_succ_iff {a b : Nat} : Nat.succ a ≤ Nat.succ b ↔ a ≤ b := ⟨Nat.le_of_succ_le_succ,
    Nat.succ_le_succ⟩
theorem Nat.add_le_add_iff_right {m k n : Nat} : m + n ≤ k + n ↔ m ≤ k := ⟨fun h => by induction n with |
    zero => exact h | succ n ih => exact ih (Nat.le_of_succ_le_succ h), fun h => Nat.add_le_add_right h
    n⟩
theorem Nat.le_of_add_le_add_right {a b c : Nat} (h : a + b ≤ c + b) : a ≤ c :=
    Nat.add_le_add_iff_right.mp h
theorem Nat.le_of_add_le_add_left {a b c : Nat} (h : a + b ≤ a + c) : b ≤ c := Nat.le_of_add_le_add_right
    (b := a) (by rw [Nat.add_comm b a, Nat.add_comm c a]; exact h)
theorem Nat.lt_of_succ_lt {n m : Nat} (h : Nat.succ n < m) : n < m := Nat.le_of_lt h
theorem Nat.lt_of_succ_lt_succ {n m : Nat} (h : Nat.succ n < Nat.succ m) : n < m :=
    Nat.le_of_succ_le_succ h
theorem Nat.succ_lt_succ {n m : Nat} (h : n < m) : Nat.succ n < Nat.succ m := Nat.succ_le_succ h
theorem Nat.lt_succ_of_lt {a b : Nat} (h : a < b) : a < Nat.succ b := Nat.le_succ_of_le h
theorem Nat.le_of_succ_le {n m : Nat} (h : Nat.succ n ≤ m) : n ≤ m := Nat.le_of_lt h
theorem Nat.add_lt_add_left {n m : Nat} (h : n < m) (k : Nat) : k + n < k + m := Nat.add_le_add_left h k
theorem Nat.add_lt_add_right {n m : Nat} (h : n < m) (k : Nat) : n + k < m + k := by rw [Nat.add_comm n
    k, Nat.add_comm m k]; exact Nat.add_lt_add_left h k
theorem Nat.le_add_right_of_le {n m k : Nat} (h : n ≤ m) : n ≤ m + k := Nat.le_trans h (Nat.le_add_right
    m k)
theorem Nat.lt_add_right {n m : Nat} (c : Nat) (h : n < m) : n < m + c := Nat.le_trans h
    (Nat.le_add_right m c)
theorem Nat.ne_of_lt {a b : Nat} (h : a < b) : a ≠ b := fun e => Nat.lt_irrefl b (by rw [e] at h; exact
    h)
theorem Nat.ne_of_gt {a b : Nat} (h : b < a) : a ≠ b := fun e => Nat.ne_of_lt h e.symm
theorem Nat.ne_of_lt' {a b : Nat} (h : b < a) : a ≠ b := Nat.ne_of_gt h
theorem Nat.lt_asymm {a b : Nat} (h : a < b) : ¬b < a := fun g => Nat.lt_irrefl a (Nat.lt_trans h g)
theorem Nat.not_le_of_gt {n m : Nat} (h : n > m) : ¬n ≤ m := fun g => Nat.lt_irrefl m (Nat.lt_of_lt_of_le
    h g)
theorem Nat.not_le_of_lt {a b : Nat} (h : a < b) : ¬b ≤ a := fun g => Nat.lt_irrefl a (Nat.lt_of_lt_of_le
    h g)
theorem Nat.not_lt_of_le {n m : Nat} (h : m ≤ n) : ¬n < m := fun g => Nat.lt_irrefl n (Nat.lt_of_lt_of_le
    g h)
theorem Nat.not_lt_of_ge {a b : Nat} (h : b ≥ a) : ¬b < a := Nat.not_lt_of_le h
theorem Nat.not_succ_le_self (n : Nat) : ¬Nat.succ n ≤ n := Nat.lt_irrefl n
theorem Nat.lt_or_ge (a b : Nat) : a < b ∨ a ≥ b := by induction a generalizing b with | zero => (cases b
    with | zero => exact .inr (Nat.le_refl 0) | succ b => exact .inl (Nat.zero_lt_succ b)) | succ a ih =>
    (cases b with | zero => exact .inr (Nat.zero_le (a + 1)) | succ b => exact (ih b).elim (fun h => .inl
    (Nat.succ_lt_succ h)) (fun h => .inr (Nat.succ_le_succ h)))
theorem Nat.le_total (m n : Nat) : m ≤ n ∨ n ≤ m := (Nat.lt_or_ge m n).elim (fun h => .inl (Nat.le_of_lt
    h)) .inr
theorem Nat.le_or_lt (a b : Nat) : a ≤ b ∨ b < a := (Nat.lt_or_ge b a).elim .inr .inl
theorem Nat.lt_or_le (a b : Nat) : a < b ∨ b ≤ a := Nat.lt_or_ge a b
theorem Nat.le_of_not_lt {a b : Nat} (h : ¬b < a) : a ≤ b := (Nat.lt_or_ge b a).elim (fun g => absurd g
    h) fun g => g
theorem Nat.le_of_not_le {a b : Nat} (h : ¬b ≤ a) : a ≤ b := (Nat.le_total a b).elim (fun g => g) fun g
    => absurd g h
theorem Nat.lt_of_not_le {a b : Nat} (h : ¬a ≤ b) : b < a := (Nat.lt_or_ge b a).elim (fun g => g) fun g
    => absurd g h
theorem Nat.not_le {n m : Nat} : ¬n ≤ m ↔ m < n := ⟨Nat.lt_of_not_le, Nat.not_le_of_lt⟩
theorem Nat.not_lt {n m : Nat} : ¬n < m ↔ m ≤ n := ⟨Nat.le_of_not_lt, Nat.not_lt_of_le⟩
theorem Nat.eq_or_lt_of_le {a b : Nat} (h : a ≤ b) : a = b ∨ a < b := (Nat.lt_or_ge a b).elim .inr fun g
    => .inl (Nat.le_antisymm h g)
theorem Nat.lt_or_eq_of_le {n m : Nat} (h : n ≤ m) : n < m ∨ n = m := (Nat.eq_or_lt_of_le h).symm
theorem Nat.lt_of_le_of_ne {n m : Nat} (h₁ : n ≤ m) (h₂ : n ≠ m) : n < m := (Nat.lt_or_eq_of_le
    h₁).resolve_right h₂
theorem Nat.lt_trichotomy (a b : Nat) : a < b ∨ a = b ∨ b < a := (Nat.lt_or_ge a b).elim .inl fun h =>
    .inr ((Nat.eq_or_lt_of_le h).elim (fun e => .inl e.symm) .inr)
theorem Nat.lt_or_gt_of_ne {a b : Nat} (ne : a ≠ b) : a < b ∨ a > b := (Nat.lt_trichotomy a b).elim .inl
    fun h => h.elim (fun e => absurd e ne) .inr
theorem Nat.eq_zero_of_le_zero {n : Nat} (h : n ≤ 0) : n = 0 := Nat.le_antisymm h (Nat.zero_le n)
theorem Nat.le_zero {i : Nat} : i ≤ 0 ↔ i = 0 := ⟨Nat.eq_zero_of_le_zero, fun h => by rw [h]⟩
theorem Nat.eq_zero_or_pos (n : Nat) : n = 0 ∨ 0 < n := by cases n with | zero => exact .inl rfl | succ n
    => exact .inr (Nat.zero_lt_succ n)
theorem Nat.pos_of_ne_zero {n : Nat} (h : n ≠ 0) : 0 < n := (Nat.eq_zero_or_pos n).resolve_left h
theorem Nat.pos_iff_ne_zero {n : Nat} : 0 < n ↔ n ≠ 0 := ⟨Nat.ne_of_gt, Nat.pos_of_ne_zero⟩
theorem Nat.ne_zero_iff_zero_lt {n : Nat} : n ≠ 0 ↔ 0 < n := ⟨Nat.pos_of_ne_zero, Nat.ne_of_gt⟩
theorem Nat.le_antisymm_iff {a b : Nat} : a = b ↔ a ≤ b ∧ b ≤ a := ⟨fun h => ⟨Nat.le_of_eq h,
    Nat.le_of_eq h.symm⟩, fun h => Nat.le_antisymm h.1 h.2⟩
theorem Nat.le.dest {n m : Nat} (h : n ≤ m) : ∃ k, n + k = m := by induction m with | zero => exact ⟨0,
    Nat.eq_zero_of_le_zero h⟩ | succ m ih => exact (Nat.eq_or_lt_of_le h).elim (fun e => ⟨0, e⟩) (fun g
    => match ih (Nat.le_of_lt_succ g) with | ⟨k, e⟩ => ⟨k + 1, by rw [← Nat.add_assoc, e]⟩)
theorem Nat.exists_eq_add_of_le {m n : Nat} (h : m ≤ n) : ∃ k, n = m + k := match Nat.le.dest h with |
    ⟨k, e⟩ => ⟨k, e.symm⟩
theorem Nat.mul_le_mul_left {m n : Nat} (k : Nat) (h : m ≤ n) : k * m ≤ k * n := by induction k with |
    zero => rw [Nat.zero_mul, Nat.zero_mul] | succ k ih => rw [Nat.succ_mul, Nat.succ_mul]; exact
    Nat.add_le_add ih h
theorem Nat.mul_le_mul_right {m n : Nat} (k : Nat) (h : m ≤ n) : m * k ≤ n * k := by rw [Nat.mul_comm m
    k, Nat.mul_comm n k]; exact Nat.mul_le_mul_left k h
theorem _add_one_eq_zero (n : Nat) : n + 1 = 0 ↔ False := ⟨Nat.succ_ne_zero n, False.elim⟩
theorem _zero_eq_add_one (n : Nat) : 0 = n + 1 ↔ False := ⟨fun h => Nat.succ_ne_zero n h.symm,
    False.elim⟩
theorem _not_add_one_le (n k : Nat) (h : n + (k + 1) ≤ n) : False := Nat.lt_irrefl n (Nat.le_trans
    (Nat.succ_le_succ (Nat.le_add_right n k)) h)
theorem _zero_le (n : Nat) : 0 ≤ n ↔ True := ⟨fun _ => trivial, fun _ => Nat.zero_le n⟩
theorem _le_self (n : Nat) : n ≤ n ↔ True := ⟨fun _ => trivial, fun _ => Nat.le_refl n⟩
theorem _lt_self (n : Nat) : n < n ↔ False := ⟨Nat.lt_irrefl n, False.elim⟩
theorem _not_lt_zero (n : Nat) : n < 0 ↔ False := ⟨Nat.not_lt_zero n, False.elim⟩
theorem _zero_lt_add_one (n : Nat) : 0 < n + 1 ↔ True := ⟨fun _ => trivial, fun _ => Nat.zero_lt_succ n⟩
theorem _le_add_right (n k : Nat) : n ≤ n + k ↔ True := ⟨fun _ => trivial, fun _ => Nat.le_add_right n k⟩
theorem _le_add_left (n k : Nat) : n ≤ k + n ↔ True := ⟨fun _ => trivial, fun _ => Nat.le_add_left n k⟩
"""

CLASSICAL = r"""
theorem Classical.not_not {a : Prop} : ¬¬a ↔ a := ⟨Classical.byContradiction, fun x n => n x⟩
theorem Decidable.not_not {p : Prop} : ¬¬p ↔ p := ⟨Classical.byContradiction, fun x n => n x⟩
theorem Decidable.em (p : Prop) : p ∨ ¬p := Classical.em p
theorem Decidable.byContradiction {p : Prop} (h : ¬p → False) : p := Classical.byContradiction h
theorem Decidable.not_and_iff_or_not {a b : Prop} : ¬(a ∧ b) ↔ ¬a ∨ ¬b := ⟨fun h => (Classical.em a).elim
    (fun x => .inr fun y => h ⟨x, y⟩) .inl, fun h ⟨x, y⟩ => h.elim (fun n => n x) fun n => n y⟩
theorem Classical.or_iff_not_imp_left {a b : Prop} : a ∨ b ↔ (¬a → b) := ⟨fun h n => h.resolve_left n,
    fun h => (Classical.em a).elim .inl fun n => .inr (h n)⟩
theorem Classical.or_iff_not_imp_right {a b : Prop} : a ∨ b ↔ (¬b → a) := ⟨fun h n => h.resolve_right n,
    fun h => (Classical.em b).elim .inr fun n => .inl (h n)⟩
theorem Classical.not_imp {a b : Prop} : ¬(a → b) ↔ a ∧ ¬b := ⟨fun h => ⟨Classical.byContradiction fun n
    => h fun x => absurd x n, fun y => h fun _ => y⟩, fun h f => h.2 (f h.1)⟩
theorem Classical.not_and_iff_or_not_not {a b : Prop} : ¬(a ∧ b) ↔ ¬a ∨ ¬b :=
    Decidable.not_and_iff_or_not
theorem Classical.not_and_iff_not_or_not {a b : Prop} : ¬(a ∧ b) ↔ ¬a ∨ ¬b :=
    Decidable.not_and_iff_or_not
theorem Classical.not_forall {α : Type} {p : α → Prop} : (¬∀ x, p x) ↔ ∃ x, ¬p x := ⟨fun h =>
    Classical.byContradiction fun n => h fun x => Classical.byContradiction fun m => n ⟨x, m⟩, fun ⟨x, m⟩
    f => m (f x)⟩
theorem Classical.not_exists_not {α : Type} {p : α → Prop} : (¬∃ x, ¬p x) ↔ ∀ x, p x := ⟨fun h x =>
    Classical.byContradiction fun m => h ⟨x, m⟩, fun f ⟨x, m⟩ => m (f x)⟩
theorem Classical.not_forall_not {α : Type} {p : α → Prop} : (¬∀ x, ¬p x) ↔ ∃ x, p x := ⟨fun h =>
    Classical.byContradiction fun n => h fun x m => n ⟨x, m⟩, fun ⟨x, m⟩ f => f x m⟩
theorem Classical.exists_not_of_not_forall {α : Type} {p : α → Prop} (h : ¬∀ x, p x) : ∃ x, ¬p x :=
    Classical.not_forall.mp h
theorem Classical.imp_iff_not_or {a b : Prop} : (a → b) ↔ (¬a ∨ b) := ⟨fun f => (Classical.em a).elim
    (fun x => .inr (f x)) .inl, fun h x => h.elim (fun n => absurd x n) fun y => y⟩
theorem Classical.not_imp_not {a b : Prop} : (¬a → ¬b) ↔ (b → a) := ⟨fun h y => Classical.byContradiction
    fun n => h n y, fun f n y => n (f y)⟩
theorem Classical.of_not_not {a : Prop} (h : ¬¬a) : a := Classical.byContradiction h
theorem Classical.by_contradiction {p : Prop} (h : ¬p → False) : p := Classical.byContradiction h
theorem Decidable.of_not_not {p : Prop} (h : ¬¬p) : p := Classical.byContradiction h
theorem Decidable.not_imp_not {a b : Prop} : (¬a → ¬b) ↔ (b → a) := Classical.not_imp_not
theorem Decidable.byCases {p q : Prop} (h1 : p → q) (h2 : ¬p → q) : q := Classical.byCases h1 h2
"""
