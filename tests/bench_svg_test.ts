import assert from "node:assert/strict";
import { DOMParser, type Element } from "@xmldom/xmldom";
import { drawPicture } from "../bench/report/svg/picture.ts";
import { aCase, aGrowth, aResult } from "./support/bench_result.ts";

const RESULT = aResult({
  cases: [aCase("Get <any> & all", "GET", 0.63), aCase("Create", "POST", 0.27)],
  growth: aGrowth([1000, 0.5], [100_000, 0.48], [1_000_000, 0.47]),
});

Deno.test("drawPicture() is XML with a name, and holds no script and nothing from elsewhere", () => {
  const svg = drawPicture(RESULT);
  const root = parse(svg);
  assert.equal(root.namespaceURI, "http://www.w3.org/2000/svg");
  assert.equal(root.getAttribute("role"), "img");
  assert.ok(!/<script|<foreignObject|<image|href=|url\(|@import|\son\w+=/i.test(svg));
});

Deno.test("drawPicture() has the day, the machine, units and a title on every axis", () => {
  const all = textsOf(parse(drawPicture(RESULT))).join("\n");
  assert.match(all, /2026-11-20: CPU <4> & more, 2 cores/);
  for (const unit of ["milliseconds", "sessions", "requests/s", "requests/s over the floor's"]) {
    assert.ok(all.split("\n").includes(unit), unit);
  }
});

Deno.test("drawPicture() draws bars that end at the ratios, targets where they are", () => {
  const group = byId(RESULT, "ratios");
  const toValue = axis(group, "tick-x", "x");
  const cases = byClass(group, "case");
  assert.deepEqual(cases.map((one) => textsOf(one)), [
    ["Get <any> & all", "0.60", "0.63 (0.58 to 0.70)", "6,300"],
    ["Create", "0.25", "0.27 (0.22 to 0.34)", "2,700"],
  ]);
  for (const [i, one] of cases.entries()) {
    const [bar] = byClass(one, "bar");
    const [target] = byClass(one, "target");
    const [spread] = byClass(one, "spread");
    const { median, min, max } = RESULT.cases[i]?.ratio ?? {};
    close(toValue(number(bar, "x") + number(bar, "width")), median);
    close(toValue(number(target, "x1")), i === 0 ? 0.6 : 0.25);
    close(toValue(number(spread, "x1")), min);
    close(toValue(number(spread, "x2")), max);
  }
});

Deno.test("drawPicture() shows a bare server without a target, and every case has a colour", () => {
  const cases = ["a", "b", "c", "d"].map((name) => aCase(name, "GET", 0.5));
  const bare = { ...aCase("Bare", "GET", 0.7), isReference: true };
  const result = aResult({ cases: [...cases, bare] });
  const drawn = byClass(byId(result, "ratios"), "case");
  assert.deepEqual(drawn.map((one) => byClass(one, "target").length), [1, 1, 1, 1, 0]);
  const style = drawPicture(result);
  for (const [i] of drawn.entries()) {
    assert.ok(style.includes(`.p${i} {`) && style.includes(`.s${i} {`), `${i}`);
  }
});

Deno.test("drawPicture() draws latencies where they stand on an axis of powers of ten", () => {
  for (
    const [id, figures] of [
      ["latency", RESULT.cases.map(({ subject }) => subject)],
      [
        "mixed",
        [RESULT.mixed.subject, RESULT.mixed.floor].flatMap(({ alone, loaded }) => [alone, loaded]),
      ],
    ] as const
  ) {
    const group = byId(RESULT, id);
    const toLog = axis(group, "tick-y", "y", Math.log10);
    const drawn = pointsOf(group).map((ys) => ys.map((y) => 10 ** toLog(y)));
    assert.equal(drawn.length, figures.length);
    for (const [i, { p50Ms, p90Ms, p99Ms, p999Ms }] of figures.entries()) {
      const expected = [p50Ms, p90Ms, p99Ms, p999Ms];
      expected.forEach((value, n) => close(drawn[i]?.[n], value, 0.02));
    }
  }
  assert.ok(textsOf(byId(RESULT, "mixed")).some((text) => text.includes("p99 is 2.00 times")));
  const rows = byClass(byId(RESULT, "mixed"), "values").map((row) => textsOf(row).slice(1));
  assert.deepEqual(rows[1], ["0.80", "1.44", "4.00", "12.0"]);
});

Deno.test("drawPicture() draws the ratios of every step of growth, and what is lost", () => {
  const group = byId(RESULT, "growth");
  const toValue = axis(group, "tick-y", "y");
  const [reads = [], creates = []] = pointsOf(group).map((ys) => ys.map(toValue));
  [0.5, 0.48, 0.47].forEach((ratio, i) => close(reads[i], ratio));
  creates.forEach((ratio) => close(ratio, 0.2));
  const [row] = byClass(group, "values");
  assert.ok(row);
  assert.deepEqual(textsOf(row), ["Get Session, any of 100", "0.50", "0.48", "0.47", "6.0 % lost"]);
  assert.ok(textsOf(group).includes("1,000,000"));
});

Deno.test("drawPicture() lists every target with its figure and whether it is met", () => {
  const missed = { ...RESULT, startUpMs: { median: 251, min: 250, max: 260 } };
  const rows = byClass(byId(missed, "targets"), "verdict").map(textsOf);
  assert.equal(rows.length, 6);
  assert.deepEqual(rows[3], ["Start to first answer", "251 ms", "at most 250 ms", "✗ missed"]);
  assert.deepEqual(rows[4], ["Memory after the run", "150 MiB", "at most 160 MiB", "✓ met"]);
});

Deno.test("drawPicture() breaks a long note into lines that fit, and loses nothing of it", () => {
  const caveat = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
  const settings = { ...RESULT.settings, caveat };
  const notes = byClass(byId({ ...RESULT, settings }, "targets"), "note");
  const lines = notes.map((note) => note.textContent ?? "");
  assert.equal(lines.join(" "), `Note: ${caveat}`);
  assert.ok(lines.length > 1 && lines.every((one) => one.length <= 140));
});

Deno.test("drawPicture() leaves growth out where it was not measured, or has one step", () => {
  const ids = (svg: string) =>
    [...parse(svg).getElementsByTagName("g")].map((g) => g.getAttribute("id"));
  assert.ok(!ids(drawPicture({ ...RESULT, growth: null })).includes("growth"));
  const one = drawPicture({ ...RESULT, growth: aGrowth([1000, 0.5]) });
  assert.ok(ids(one).includes("growth"));
  assert.ok(!/NaN|Infinity|undefined/.test(one));
});

/** Parses as XML, strictly: whatever is wrong with it is thrown. */
function parse(svg: string): Element {
  const onError = (level: string, message: string) => assert.fail(`${level}: ${message}`);
  const root = new DOMParser({ onError }).parseFromString(svg, "image/svg+xml").documentElement;
  assert.ok(root);
  return root;
}

function byId(result: typeof RESULT, id: string): Element {
  const groups = [...parse(drawPicture(result)).getElementsByTagName("g")];
  const found = groups.find((group) => group.getAttribute("id") === id);
  assert.ok(found, id);
  return found;
}

function byClass(root: Element, name: string): Element[] {
  return [...root.getElementsByTagName("*")].filter((one) =>
    one.getAttribute("class")?.split(" ").includes(name)
  );
}

function textsOf(root: Element): string[] {
  return [...root.getElementsByTagName("text")].map((one) => one.textContent ?? "");
}

function number(one: Element | undefined, name: string): number {
  const text = one?.getAttribute(name) ?? "";
  assert.notEqual(text, "", name);
  return Number(text);
}

/** The ys of the points of every line. */
function pointsOf(group: Element): number[][] {
  return byClass(group, "series").map((one) =>
    (one.getAttribute("points") ?? "").split(" ").map((point) => Number(point.split(",")[1]))
  );
}

/** Reads a picture's place back by the axis' own labels, as whoever looks at it does. */
function axis(
  group: Element,
  ticks: string,
  name: "x" | "y",
  of: (value: number) => number = (value) => value,
): (place: number) => number {
  const found = byClass(group, ticks);
  const [first, last] = [found[0], found.at(-1)];
  assert.ok(first && last && first !== last);
  // A label stands a little below its line.
  const lift = name === "y" ? 4 : 0;
  const [from, to] = [number(first, name) - lift, number(last, name) - lift];
  const [low, high] = [of(Number(first.textContent)), of(Number(last.textContent))];
  return (place) => low + (place - from) / (to - from) * (high - low);
}

function close(actual: number | undefined, expected: number | undefined, share = 0.005): void {
  assert.ok(actual !== undefined && expected !== undefined);
  assert.ok(Math.abs(actual - expected) <= share * expected, `${actual} is not ${expected}`);
}
