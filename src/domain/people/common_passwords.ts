/**
 * Words that common passwords are made of, our own selection: what people add to them, digits and
 * signs, does not count. Names of months and days, teams, games, keys of a keyboard, this program's.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
aaaa aaaaa aaaaaa abc abcabc abcd abcde abcdef abcxyz abracadabra access accord account acer
action adam adidas adm admin administrador administrator adobe africa airbus albert alejandra alex
alexander alexandra alexis alice alicia alison allison alpha amanda amazon amber america american
amigos amor amsterdam anderson andrea andreas andrew android angel angela angelina angelo angels
animal anita anna anne annie anthony antonio anything apollo apple apples april arizona arsenal
arthur asdf asdfasdf asdfgh asdfghjkl asdfjkl ashley ashton asshole aston august austin australia
autumn avatar awesome azerty baby babygirl backup badboy bailey baller balls bambi banana bananas
bangalore bangladesh bank banker barbara barbie barcelona barney baseball basketball bastard
batman beach bear beautiful beauty beaver benjamin berlin bharat bigdick bigdog bilbo bill billing
billy biscuit bismillah bitch bitcoin blabla black blackberry blahblah blazer blessed blink blowme
blue bluesky bond bonnie booboo booger boomer boston bowling brandon brandy brasil braves brazil
brian brooklyn brother bubba bubbles buddy bulldog bullshit bunny business buster butter buttercup
butterfly calvin camaro camera canada candy caramel carlos carolina caroline carrot cartman casper
cassie celtic champion change changeit changeme changepassword channel charles charlie charlotte
checkout checkoutctl checkoutd cheese chelsea chennai cherry chester chevy chicago chicken china
chocolate chris chrisbrown christ christian christine christmas christopher cisco classic claudia
clinton cloud cocacola coffee colorado compaq computer connect contrasena cookie cookies cool
cooper corvette coucou country cowboy cowboys cricket cristina crystal customer cutie cyber daddy
dakota dallas dance dancer daniel daniela danielle dashboard data database david death debbie
december default delhi dell demo denver desktop destiny developer devil dexter diablo diamond
diego dinosaur disney doctor dog dogs dolphin dolphins domain donald donkey dookie dracula dragon
dragonball dreamer dreams dubai eagle eagles easy eclipse eduardo einstein elephant elizabeth
emily eminem emma employee england enter eric erica facebook falcon family fantasy february felix
fender ferrari fish fishing florida flower flowers football forever forgot formula francis frank
franklin fred freddy free freedom friday friend friends fuck fuckme fuckoff fuckyou gabriel galaxy
gandalf ganesh garden garfield gateway gemini general george germany getmein giants ginger gmail
goblue godisgood godzilla gold golden goldfish golf google gordon gorgeous grandma green gregory
guest guitar hacker hallo hammer hannah happy hardcore harley harry harrypotter harvey hawaii
heart heather heaven hello hellokitty helpdesk helpme hermes hockey holiday home honda honey
hotdog hotmail house hunter hyderabad ihateyou iloveu iloveyou incorrect india indian indonesia
infinity info inlove instagram intel internet ironman isabella italia iverson iwantin jackass
jackie jackson jaguar jaihind jaishriram jake james january japan jasmine jason jasper java
jeffrey jennifer jeremy jessica jessie jesus jesuschrist john johnny johnson jonathan jordan jorge
joseph joshua juice julia juliana july june junior jupiter justice justin juventus karachi karina
kashmir kathryn katie kelly kenneth kevin killer king kingkong kitten kitty knight kolkata krishna
lahore lakers lalala laptop laura lauren lawrence legend lemon leonardo letmein letmeinnow liberty
library lifeisgood lincoln linkedin linux lion little liverpool login logitech lol london looking
love lovelove lovely loveme lover loveyou lucky lucy machine madison madrid maggie magic mail
malaysia manage manager manchester mankind march maria mariana marina marine mario marlboro martin
marvel master mastercard matrix matthew maverick maxwell member mercedes merchant mercury merlin
message metallica mexico michael michelle mickey microsoft midnight milan miller mine minecraft
mobile mohammad mohammed monday money monica monkey monster montana motdepasse mother motorola
mountain movie muffin mumbai music mustang mynoob myself myspace namaste naruto nascar natalie
natasha nathan network new newpass newpassword newyork nicholas nicole nintendo nirvana nissan
nobody nokia nopassword nothing november number october office oliver olivia online open
opensesame operator orange order orders owner oxford packers padmin paint pakistan panda panther
paradise paris parola pass passport passw passwd passwor password passwords passwort pasword
patricia patrick payment paypal peaches peanut penguin people pepper perfect peter phoenix phone
photo pikachu pineapple pink pizza platinum playboy player please pokemon police poohbear pookie
porsche portugal postgres power prakash presario prince princess private product production
program property public pumpkin purple pussy python qazwsx qazwsxedc qwaszx qwe qweasd qweasdzxc
qweqwe qwer qwert qwerty qwertyu qwertyui qwertyuiop rabbit rachel radio rahul raiders rainbow raj
rajesh ram ranger rangers raymond realmadrid rebecca redhat redskins redsox remember reset richard
river robert rocket rockstar rocky ronaldo root rosario rosebud router runner russia sabrina
sachin sairam sakura sales samantha sammy samson samsung samurai sandra santiago santos sarah
saturday saturn savannah school scooby scooter scorpion scotland secret secrets secure security
senha september server service session sexy shadow shannon sharma shiva shop shopify shopping
shorty shri shriram silver simple singapore singh skippy skywalker slayer slipknot smile smiley
smokey snoopy snowball soccer softball something sophie southpark spain sparky spider spiderman
spring sql staff star starbucks stargate starwars steelers stefan stella stephanie steven store
strawberry student stupid sugar suman summer sunday sunflower sunshine super superman superstar
supervisor support suresh susan suzuki sweet sweetheart sweetie sweety swimming switch sydney
sysadmin system tamil target taylor teacher technology teddybear telephone temp temporary tennis
terminal test tester testing testpass testuser texas thailand thomas thunder thursday tiffany
tiger tigers tigger time tinkerbell titanic tom tomcat toor toto toyota travel trinity trouble
truelove trust trustme trustno tuesday turkey turtle tweety twilight twitter united universe
unknown user username valentina vanessa vegeta veronica victor victoria vietnam viking vikings
vincent violet viper virgin visa visitor volcom walker wallet walmart warcraft warrior warriors
water watson webmaster website wednesday welcome western whatever whatsapp white wildcats william
willow wilson windows winner winston winter wizard wolf wolves wonder worker world xbox xxx xxxx
xxxxxx yahoo yamaha yankee yankees yellow yeswecan yourmom youtube zaq zaqwsx zaqxsw zidane zxc
zxcv zxcvb zxcvbn zxcvbnm
`.trim().split(/\s+/),
);

/** Runs of keys and letters; a part of one is no password either way. */
const RUNS = [
  "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "qazwsxedcrfvtgbyhnujmikolp",
  "zaqxswcdevfrbgtnhymjukilop",
].flatMap((run) => [run, [...run].reverse().join("")]);

/** Letters that stand for others in common passwords. */
const STAND_INS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  "$": "s",
  "!": "i",
};
/** Beyond this many letters a password of common words is long enough to be a sentence. */
const MAX_LETTERS = 24;
/** Different words of a common password. */
const MAX_WORDS = 2;
/** Shortest login, and shortest name of a shop, that a password may not contain. */
const MIN_OWN = { login: 3, shop: 4 };

/**
 * True for a password that is guessed early: digits and signs alone, a run of keys, or one or two
 * common words, also repeated, with anything but letters around them.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  const core = text.replace(/[^\p{L}]+$/u, "");
  const spellings = [text, plain(core), plain(core.replace(/^[^\p{L}]+/u, ""))].map(letters);
  return spellings.some((spelling) =>
    spelling === "" ||
    RUNS.some((run) => run.includes(spelling)) ||
    (spelling.length <= MAX_LETTERS && isOfWords(spelling, []))
  );
}

/** True for a password that has the login, or the name or domain of a shop, in it. */
export function hasOwnWord(
  password: string,
  { login, shops }: { readonly login: string; readonly shops: readonly string[] },
): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  const spellings = [text, plain(text)].map(joined);
  const logins = [login, login.replace(/@.*/, "")].map(joined)
    .filter(({ length }) => length >= MIN_OWN.login);
  // Of a domain the part before the first dot.
  const names = shops.flatMap((name) => [name, name.replace(/\..*/, "")])
    .map((name) => joined(name.normalize("NFKC").toLowerCase()))
    .filter(({ length }) => length >= MIN_OWN.shop);
  return [...logins, ...names].some((own) => spellings.some((one) => one.includes(own)));
}

/** True for text that is a row of common words, few of them different. */
function isOfWords(text: string, used: readonly string[]): boolean {
  if (text === "") return true;
  for (let length = 3; length <= text.length; length++) {
    const word = text.slice(0, length);
    if (!COMMON_WORDS.has(word)) continue;
    const all = used.includes(word) ? used : [...used, word];
    if (all.length <= MAX_WORDS && isOfWords(text.slice(length), all)) return true;
  }
  return false;
}

function plain(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => STAND_INS[sign] ?? sign);
}

function letters(text: string): string {
  return text.replaceAll(/[^\p{L}\p{M}]/gu, "");
}

function joined(text: string): string {
  return text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");
}
