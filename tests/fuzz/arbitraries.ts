/** Generators of mutations of a valid request. */
import fc from "fast-check";
import { uuid } from "../support/builders.ts";
import { anyText } from "../support/texts.ts";
import { change, isArray, isMembers, Raw, render, size, type Tree } from "./json_tree.ts";

/** Texts that somebody somewhere reads as something else. */
const ODD_TEXTS = [
  "",
  " ",
  "\u0000",
  "\ud83d",
  "\ude00\ud83d",
  "\ufeff",
  "\u202e",
  "\u2028",
  "e\u0301",
  "ﬁ",
  "İ",
  "ß",
  "\u{1f469}\u200d\u{1f52c}",
  "__proto__",
  "constructor",
  "NaN",
  "null",
  "' OR 1=1 --",
  "${7*7}",
  "<script>",
  "../../etc/passwd",
  "%2e%2e%2f",
  "a\r\nSet-Cookie: b",
  "1e400",
  "0x10",
  "١٢٣",
  "+0000000000000",
  "javascript:alert(1)",
  "http://user@host/",
  "http://[::1",
];

const ODD_NUMBERS = [
  "0",
  "-0",
  "-1",
  "1.5",
  "1e3",
  "1E+2",
  "1e-400",
  "1e400",
  "9007199254740992",
  "9007199254740993",
  "9223372036854775807",
  "9223372036854775808",
  "-9223372036854775809",
  "90071992547409.915",
  "0.1000000000000000055",
  "1.0",
  "NaN",
  "01",
  "9".repeat(400),
  `0.${"0".repeat(400)}1`,
];

const NESTINGS = [1, 2, 62, 63, 64, 65, 3000];
const LENGTHS = [2, 3, 99, 100, 101, 499, 500, 501, 20_000];

export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  anyText(12),
  fc.constantFrom(20, 40, 41, 200, 255, 256, 300, 2048, 2049, 70_000).map((n) => "x".repeat(n)),
);

const oddNumber: fc.Arbitrary<Tree> = fc.constantFrom(...ODD_NUMBERS).map((text) => new Raw(text));

const leaf: fc.Arbitrary<Tree> = fc.oneof(
  oddText,
  oddNumber,
  fc.constantFrom<Tree>(null, true, false, [], { members: [] }, uuid(7), "IN", "INR", "COD"),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

type Change = (node: Tree) => Tree;

const nodeChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: leaf.map((value): Change => () => value) },
  { weight: 2, arbitrary: fc.constantFrom(...NESTINGS).map(nest) },
  { weight: 2, arbitrary: fc.constantFrom(...LENGTHS).map(repeat) },
  { weight: 3, arbitrary: fc.nat(20).map(drop) },
  { weight: 2, arbitrary: fc.nat(20).map(duplicate) },
  { weight: 2, arbitrary: fc.tuple(oddText, leaf).map(([key, value]) => add(key, value)) },
);

/** Changes some nodes of a tree, none of them in a third of all cases. */
export const treeChange: fc.Arbitrary<(tree: Tree) => Tree> = fc.array(
  fc.tuple(fc.nat(), nodeChange),
  { maxLength: 2 },
).map((changes) => (tree) =>
  changes.reduce((sofar, [at, by]) => change(sofar, at % size(sofar), by), tree)
);

/** Breaks a text as a text. */
export const textChange: fc.Arbitrary<(text: string) => Uint8Array<ArrayBuffer>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant((text: string) => new TextEncoder().encode(text)) },
  fc.nat().map((at) => (text: string) =>
    new TextEncoder().encode(text.slice(0, at % (text.length + 1)))
  ),
  fc.tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 })).map(([at, bytes]) =>
    splice(at, bytes)
  ),
  fc.constant((text: string) => new TextEncoder().encode(`\ufeff${text}`)),
);

function nest(levels: number): Change {
  return (node) => {
    let nested = node;
    for (let i = 0; i < levels; i++) nested = i % 2 === 0 ? [nested] : { members: [["a", nested]] };
    // Deeper than a stack takes it in one piece.
    return levels > 100 ? new Raw("[".repeat(levels) + "]".repeat(levels)) : nested;
  };
}

/** More than the body may be long is refused by that alone; lists within lists would not even fit. */
const LONGEST_LIST = 2_000_000;

function repeat(times: number): Change {
  return (node) => {
    const one = isArray(node) ? node[0] ?? null : node;
    const length = Math.max(2, Math.min(times, Math.floor(LONGEST_LIST / render(one).length)));
    return Array.from({ length }, () => one);
  };
}

function drop(at: number): Change {
  return (node) => {
    if (isArray(node)) return node.filter((_, i) => i !== at % node.length);
    if (!isMembers(node)) return null;
    return { members: node.members.filter((_, i) => i !== at % node.members.length) };
  };
}

function duplicate(at: number): Change {
  return (node) => {
    if (isArray(node)) return [...node, ...node];
    if (!isMembers(node)) return [node, node];
    return { members: [...node.members, ...node.members.slice(at % 3, at % 3 + 1)] };
  };
}

function add(key: string, value: Tree): Change {
  return (node) => isMembers(node) ? { members: [...node.members, [key, value]] } : value;
}

function splice(at: number, bytes: Uint8Array): (text: string) => Uint8Array<ArrayBuffer> {
  return (text) => {
    const all = new TextEncoder().encode(text);
    const cut = at % (all.length + 1);
    return Uint8Array.from([...all.subarray(0, cut), ...bytes, ...all.subarray(cut)]);
  };
}
