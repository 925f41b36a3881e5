"""What products can do, in the shop's words and in a shopper's.

A product lists a feature by its name. A shopper describes it in words that do not hold the name's
(a test checks that), so that finding the product takes understanding.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature and how shoppers put it.

    Args:
        name: as products list it.
        plain: verb phrases that follow "that": the same thing in other words.
        indirect: a sentence from which it follows.
    """

    name: str
    plain: tuple[str, str]
    indirect: str


#: A name and two plain phrases, then, on a line of its own, the indirect sentence.
_LINES = """
adjustable arm | can be bent to point where I look | swivels towards my page
    I want to aim it at my desk or at the wall.
adjustable height | can be raised or lowered | moves up for tall people
    Both my child and my very tall husband will use it.
airline approved | may come along on a plane | meets the rules for a cabin
    We will fly with it next month.
alcohol free | leaves out ethanol | will not sting broken skin
    Ethanol burns my skin.
ankle support | keeps me from twisting my foot | holds the joint above the foot
    I twist my foot on every rough path.
anti aging | makes lines fade | smooths crow's feet
    I would like to look ten years younger.
anti odor | does not start to smell after sport | stays fresh on sweaty days
    People have told me that I smell after my workout.
anti theft | keeps pickpockets out | is hard for thieves to open
    I was robbed on the subway last year.
arch support | holds up the middle of a flat foot | helps against fallen insteps
    My feet are flat and tire quickly.
bottle pocket | has a place for a drink on the side | carries a flask within reach
    I drink often on the way.
bpa free | contains no bisphenol | keeps hormone-like chemicals out
    I read about bisphenol and want none of it.
brass fittings | has connectors of solid yellow metal | screws on without plastic joints
    Plastic joints have cracked on me twice.
breathable | lets air through | does not feel stuffy
    I want to feel the wind through the cloth.
built in microphone | lets me take calls | picks up what I say
    I will take phone calls on it.
cable management | hides the cords | keeps wires tidy
    I cannot stand the sight of cords.
carrying handle | has a grip to lift it by | can be held in one hand
    I will take it from room to room in one hand.
chew proof | stands up to sharp teeth | cannot be gnawed to bits
    My puppy gnaws everything to bits.
clip mount | clamps onto a shelf | can be pinched to an edge
    I have nothing to stand it on, only the edge of a shelf.
color changing | can glow in many hues | shifts from red to blue
    For parties I want red one moment and blue the next.
cooling gel | keeps sleepers from overheating | draws off the heat of the body
    I wake up hot every night.
cordless | works away from the socket | has no cable
    My children would trip over any cable.
cruelty free | was never tried out on rabbits | involves no experiments in animal labs
    I sign every petition against animal labs.
cup holder | has a spot for a drink | keeps a mug within reach
    I like a drink beside me while I rest.
deep bass | booms far down the scale | makes drums boom
    I mostly listen to drums and organs.
dermatologist tested | was checked by skin doctors | comes with a clinic's blessing
    I only trust what skin doctors have looked at.
dimmable | can be turned down to a soft glow | lets me choose how bright it is
    Late at night I want far less light than at dusk.
dishwasher safe | can be cleaned by machine with the plates | needs no scrubbing by hand
    I refuse to scrub anything in the sink.
down filled | is stuffed with goose feathers | has feathers inside
    I grew up with goose feathers and want them again.
drainage holes | lets extra water run off below | does not drown roots
    I always pour too much, and roots rot.
easy to assemble | can be put together in minutes | goes up without tools
    I own no tools and have little patience.
elastic cuffs | closes snugly at the wrists | has stretchy ends on the sleeves
    I hate sleeves that flap about my wrists.
energy efficient | costs little to run | uses hardly any electricity
    My electricity bill is far too high already.
escape proof | cannot be slipped out of | holds even a determined runaway
    Mine has run away three times.
expandable | grows when I need more room | can be made bigger with a zip
    I leave with little and come back with a lot.
fair trade | pays its growers properly | gives farmers a decent income
    I care how the farmers are paid.
fast charging | is full again in half an hour | takes little time at the plug
    I only remember the plug right before I leave.
fire retardant | does not catch a spark | stands up to sparks
    We sit close to open flames.
fleece lined | is soft and fluffy inside | has a fluffy inner layer
    I like it fluffy against my skin.
flicker free | shines without a tremble | is steady on the eyes
    Tubes that tremble give me a migraine.
foldable | packs down flat | can be collapsed after use
    Between uses it has to vanish into a narrow gap.
fragrance free | smells of nothing | has no scent
    Perfume gives me a headache.
frost resistant | can stay outside in winter | does not crack when it freezes
    Winters are icy here, and it stays outside.
gift boxed | comes ready to hand over as a present | arrives in pretty wrapping
    It is a birthday present, and I have no time to wrap it.
gluten free | contains no wheat | suits people with celiac disease
    I have celiac disease.
handmade | was crafted by a person | is no factory ware
    I would rather support a craftsman than a factory.
hidden storage | keeps things out of sight inside | has a secret compartment
    I have clutter that guests must not see.
high fiber | is good for digestion | helps the gut along
    My doctor wants my digestion to improve.
high protein | helps build muscle | suits people who lift weights
    I lift weights and eat to build muscle.
hypoallergenic | is gentle on people who react to everything | will not cause a rash
    I get a rash from almost anything.
individually wrapped | has every piece in its own packet | can be handed out one by one
    I will hand them out one by one at school.
insect netting | keeps mosquitoes out | has a mesh against midges
    Midges always find me.
insulated | keeps the warmth in | holds its temperature for hours
    I count on the same temperature hours later.
keto friendly | fits a diet almost without carbohydrates | goes without carbs
    My diet allows hardly any carbs.
kink resistant | does not bend shut | keeps flowing around corners
    It must run around three corners without a stop.
kosher | follows Jewish dietary law | may be served by a rabbi
    The rabbi is coming for tea.
laptop compartment | carries a computer safely | has a soft place for a notebook
    I bring my computer to work every day.
leak proof | never drips | stays tight when upside down
    The last one dripped all over my papers.
lifetime warranty | is replaced for good should it ever break | is covered by the maker for ever
    I never want to pay for a second one.
lightweight | is easy to carry for hours | weighs next to nothing
    With my bad back I cannot lift much.
lockable casters | rolls and can be stopped | moves on little wheels with brakes
    I push it about, but then it must stand still.
lockable zippers | can be secured with a padlock | closes with a key
    I share a room with strangers and keep my padlock with me.
long battery life | lasts for days before it needs power | runs all week
    I travel for days without seeing an outlet.
low latency | keeps sound in step with a film | has no delay
    In games a delay drives me mad.
low sodium | is easy on the salt | has hardly any salt
    My blood pressure forbids salt.
luggage strap | slides over the handle of a suitcase | rides on top of a trolley
    At airports I stack it on top of my suitcase.
machine washable | can go in with the laundry | survives the laundromat
    It gets dirty and has to go in with the laundry.
measuring marks | shows how much is inside | has lines for the amount
    I want to see at once how much is inside.
memory foam | takes on the shape of the body | moulds itself around me
    I like things to keep my shape.
microwave safe | can be heated in minutes at work | may be used to reheat food
    At work I reheat my meals.
motion sensor | switches itself on when somebody comes | notices movement
    I come home in the dark with my hands full.
multipoint pairing | connects to two devices at once | stays linked to phone and computer together
    I switch between phone and computer all day.
noise cancelling | shuts out the sounds around me | makes a busy street go quiet
    My office is loud, and I want to hear none of it.
non gmo | comes from crops with unaltered genes | involves no genetic engineering
    Genetic engineering frightens me.
non slip | stays put on a smooth floor | grips wet tiles
    The last one slid about on my tiles.
nut free | is fine for someone allergic to almonds | contains no cashews or almonds
    My son must not go near almonds or cashews.
oil free | will not leave skin greasy | does not clog pores
    My face shines with grease by noon.
organic cotton | is woven from plants grown without pesticides | has a natural fiber from chemical-free fields
    Pesticides on the fields it comes from are out of the question.
oven safe | can be used for baking | stands the heat of a roast
    I also want to bake in it.
padded straps | does not cut into the shoulders | is soft on the shoulders
    Thin bands cut into my shoulders.
palm oil free | spares the rainforest | leaves orangutans their home
    I think of the orangutans whenever I shop.
paraben free | leaves out a doubtful family of preservatives | is preserved without methyl esters
    I avoid the preservatives that are said to act like hormones.
puncture resistant | stops thorns | cannot be pierced
    My roses have long thorns.
quick drying | is no longer damp within the hour | sheds moisture fast
    I have no time to wait until it is no longer damp.
quick setup | stands within two minutes | goes up in no time
    I usually arrive in the dark and want it standing at once.
recycled material | was made from what others threw away | gives old waste a second chance
    I want old waste to be put to use.
refillable | can be topped up when empty | need not be thrown out when empty
    I do not want to throw out the container each time.
reflective trim | can be seen by drivers in the dark | lights up in headlights
    I am often out on dark roads among cars.
remote control | can be operated from the couch | obeys a handset
    I want to work it without getting up from the couch.
removable cover | has an outer layer that comes off | can be undressed for cleaning
    I want to take the outside off to clean it.
resealable | can be closed again | stays fresh after the first bite
    I only eat a little at a time and want the rest to stay fresh.
reversible | can be turned over for another look | has two good sides
    I like to turn it over for a change.
rfid blocking | keeps scanners off my bank cards | shields cards from electronic spying
    I worry that somebody scans my bank cards.
rounded corners | has no sharp edges | cannot hurt a toddler's head
    My toddler runs into everything head first.
rust proof | does not go brown when left outside | never corrodes
    Salty sea air eats all my metal things.
scratch resistant | keeps a perfect surface for years | is not marked by claws or forks
    Forks and claws have ruined the surface of my old one.
self watering | looks after the soil while I am away | has a tank that feeds roots
    I am away for weeks, and nobody looks after it.
shatter proof | survives a fall | will not break into splinters
    I drop things all the time.
shock absorbing | cushions every step | spares the knees
    My knees hurt when I land hard.
shoe compartment | keeps dirty sneakers apart | has a separate place for footwear
    I do not want my sneakers next to my shirts.
solid wood | is made of real timber | contains no particle board
    I do not want veneer or particle board.
soy free | contains no tofu beans | leaves out edamame
    I am allergic to tofu.
stackable | can be piled up | sits on top of its twins
    I will buy several and pile them up.
stain resistant | is not spoiled by spilled wine | can be wiped clean
    We spill wine and sauce on everything.
stainless steel | is made of a metal that never corrodes | has a shiny metal body
    I want metal that stays shiny for ever.
stretch fabric | gives when I bend | moves along with the body
    I climb and bend a lot.
stuff sack | comes with its own small pouch | packs into a little pouch
    I would like it to come with a pouch to keep it in.
sugar free | is safe for a diabetic | adds no sweet calories
    I am a diabetic.
sulfate free | cleans without harsh foam | leaves out strong detergents
    Strong detergents dry me out.
tagless collar | has no label that scratches the neck | leaves the neck without a label
    Labels in the neck drive me mad.
timer function | goes off at a set hour | can be told when to stop
    It should go off by itself at a set hour.
tinted | evens out the complexion | adds a little shade to the skin
    I am pale and would like a little shade on my face.
touch controls | has no buttons to press | reacts to a tap
    I prefer a tap to pressing buttons.
travel size | may pass airport security | fits in hand luggage
    I only fly with hand luggage.
usb charging port | lets me power my phone on the way | has a plug for my phone
    My phone is always empty when I am out.
usb rechargeable | can be filled up from a computer | needs no throwaway cells
    I never have spare batteries but always a computer.
usda organic | was grown without synthetic fertilizer | is certified to come from clean fields
    Synthetic fertilizer and pesticides are out of the question.
uv protection | shields from the sun | keeps harmful rays off
    I burn within minutes in the sun.
vegan | contains nothing from animals | is made purely from plants
    I buy nothing that comes from an animal.
vegan leather | looks like hide but comes from no cow | imitates hide
    I like the look of hide, but no cow should die for it.
voice assistant | answers spoken questions | does what I tell it aloud
    I want to ask it aloud for the weather.
volume limiting | never gets too loud for a child | protects young ears
    It is for a child, and young ears need care.
wall mountable | can be hung up | attaches to a partition with screws
    I have no room on the floor and want to hang it up.
water resistant | shrugs off rain | is not harmed by splashes
    It will be out in the rain at times.
wide mouth | has a large opening | takes whole ice cubes
    I want to get a spoon and ice cubes in.
wide toe box | leaves room for broad feet in front | does not squeeze the front of the foot
    My feet are broad in front, and most pairs pinch.
wind resistant | stands firm in a gale | keeps a stiff breeze out
    It is always blowing a gale up there.
wrinkle resistant | comes out of a suitcase smooth | needs no ironing
    I do not own an iron.
zippered pockets | has places for keys that close | keeps keys from falling out
    My keys fell out of the last one.
"""

#: By name.
FEATURES: dict[str, Feature] = {}
_lines = _LINES.strip().splitlines()
for _first, _second in zip(_lines[::2], _lines[1::2], strict=True):
    _name, _one, _other = _first.split(" | ")
    FEATURES[_name] = Feature(_name, (_one, _other), _second.strip())
