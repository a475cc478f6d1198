/**
 * As much of a shell and of curl as the examples of the documentation use, so that they
 * can be run as they stand on a machine that has neither.
 */
import assert from "node:assert/strict";

export type Variables = Readonly<Record<string, string>>;

export interface CurlAnswer {
  /** The output of curl. */
  readonly output: string;
  readonly status: number;
  readonly body: string;
}

/** A command line as the words a POSIX shell makes of it: quotes, escapes and `$NAMES`. */
export function shellWords(command: string, variables: Variables = {}): string[] {
  const words: string[] = [];
  let rest = command.replaceAll("\\\n", " ").trim();
  while (rest !== "") {
    let word = "";
    while (rest !== "" && !/^\s/.test(rest)) {
      const [all = "", single, double, escaped, plain] =
        /^(?:'([^']*)'|"([^"]*)"|\\(.)|([^\s'"\\]+))/s.exec(rest) ?? [];
      assert.ok(all !== "", `a quote is not closed: ${rest}`);
      word += single ?? escaped ?? expand(double ?? plain ?? "", variables);
      rest = rest.slice(all.length);
    }
    words.push(word);
    rest = rest.trimStart();
  }
  return words;
}

function expand(text: string, variables: Variables): string {
  return text.replace(/\$(\w+)/g, (_, name: string) => {
    const value = variables[name];
    assert.ok(value !== undefined, `a variable is not set: ${name}`);
    return value;
  });
}

interface Options {
  url: string;
  method: string | undefined;
  body: string | undefined;
  readonly headers: [string, string][];
  withHead: boolean;
  writeOut: string;
}

/** Runs a curl command. */
export async function curl(command: string, variables: Variables = {}): Promise<CurlAnswer> {
  const { url, method, body, headers, withHead, writeOut } = parse(shellWords(command, variables));
  const response = await fetch(url, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const head = [
    `HTTP/1.1 ${response.status} ${response.statusText}`,
    ...Array.from(response.headers, ([name, value]) => `${name}: ${value}`),
  ].join("\n");
  const last = writeOut.replaceAll("%{http_code}", String(response.status)).replaceAll("\\n", "\n");
  const output = `${withHead ? `${head}\n\n` : ""}${text}${last}`;
  return { output, status: response.status, body: text };
}

function parse([program, ...words]: readonly string[]): Options {
  assert.equal(program, "curl");
  const options: Options = {
    url: "",
    method: undefined,
    body: undefined,
    headers: [],
    withHead: false,
    writeOut: "",
  };
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    if (/^-s?S?$/.test(word)) continue;
    else if (word === "-i") options.withHead = true;
    else if (!word.startsWith("-")) options.url = word;
    else take(options, word, words[++i] ?? "");
  }
  return options;
}

function take(options: Options, flag: string, value: string): void {
  if (flag === "-H") {
    options.headers.push([value.split(": ", 1)[0] ?? "", value.replace(/^.*?: /, "")]);
  } else if (flag === "-X") options.method = value;
  else if (flag === "-d") options.body = value;
  else if (flag === "-w") options.writeOut = value;
  else assert.fail(`the examples use an option that is not known here: ${flag}`);
}
