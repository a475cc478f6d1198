/** Reads Prometheus' text format, strictly: what a scraper might forgive is an error here. */
import assert from "node:assert/strict";

/** One line with a value. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric with its lines. */
export interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: Sample[];
}

const NAME = "[a-z_:][a-z0-9_:]*";
const HEAD = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`);
const LABEL = /([a-z_][a-z0-9_]*)="((?:[^"\\]|\\.)*)"(,|$)/y;

/** Suffixes of the lines of each type. */
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  counter: [""],
  gauge: [""],
  histogram: ["_bucket", "_sum", "_count"],
};

/**
 * The metrics of an exposition, by name.
 *
 * @throws {AssertionError} for a line of no known form, a metric without HELP and TYPE or
 *   with two, a line apart from its metric, two lines of one series, and a histogram that
 *   does not add up
 */
export function parseExposition(text: string): Map<string, Family> {
  assert.ok(text.endsWith("\n"), "the last line has to end");
  const families = new Map<string, Family>();
  let help: { name: string; text: string } | undefined;
  let family: Family | undefined;
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const head = HEAD.exec(line);
    if (head !== null) {
      const [, kind, name = "", rest = ""] = head;
      if (kind === "HELP") help = { name, text: rest };
      else {
        assert.equal(help?.name, name, `no HELP before ${line}`);
        assert.ok(!families.has(name), `${name} is there twice`);
        families.set(name, family = { name, type: rest, help: help.text, samples: [] });
      }
      continue;
    }
    assert.ok(family, `no TYPE before ${line}`);
    family.samples.push(parseSample(line, family));
  }
  for (const one of families.values()) checkFamily(one);
  return families;
}

function parseSample(line: string, { name: base, type }: Family): Sample {
  const [, name, inside = "", value = ""] = SAMPLE.exec(line) ?? [];
  assert.ok(name, `no form of a line: ${line}`);
  const suffixes = SUFFIXES[type];
  assert.ok(suffixes?.some((suffix) => name === base + suffix), `${line} is not of ${base}`);
  assert.match(value, /^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|[+-]Inf|Nan)$/, line);
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < inside.length) {
    const match = LABEL.exec(inside);
    assert.ok(match, `no form of labels: ${line}`);
    const [, label = "", text = ""] = match;
    assert.ok(!(label in labels), `${label} is there twice: ${line}`);
    labels[label] = text;
  }
  return { name, labels, value: Number(value.replace("Inf", "Infinity")) };
}

function checkFamily({ name, type, samples }: Family): void {
  const series = samples.map((one) => `${one.name} ${keyOf(one.labels)}`);
  assert.equal(new Set(series).size, series.length, `${name} has a series twice`);
  if (type !== "histogram") return;
  const groups = Map.groupBy(samples, ({ labels: { le: _, ...rest } }) => keyOf(rest));
  for (const group of groups.values()) {
    const buckets = group.filter((one) => one.name.endsWith("_bucket"));
    const bounds = buckets.map(({ labels }) => Number(labels["le"]?.replace("Inf", "Infinity")));
    assert.deepEqual(bounds, bounds.toSorted((a, b) => a - b), `${name}: bounds out of order`);
    assert.equal(bounds.at(-1), Infinity);
    const counts = buckets.map(({ value }) => value);
    assert.deepEqual(counts, counts.toSorted((a, b) => a - b), `${name} does not grow`);
    assert.equal(group.find((one) => one.name.endsWith("_count"))?.value, counts.at(-1));
  }
}

function keyOf(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(labels).sort());
}

/** The value of the one line with this name and these labels, in any order. */
export function valueOf(
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const base = name.replace(/_(?:bucket|sum|count)$/, "");
  const family = families.get(name) ?? families.get(base);
  return family?.samples.find((one) => one.name === name && keyOf(one.labels) === keyOf(labels))
    ?.value;
}
