import assert from "node:assert/strict";
import { failureIn } from "../support/refused.ts";
import { checkoutPlaceOf, checkoutUrlOf } from "../../src/process/checkout_pages.ts";
import { parseServerArgs } from "../../src/process/config/config.ts";

function configOf(...argv: string[]) {
  const parsed = parseServerArgs(argv);
  assert.ok("config" in parsed, JSON.stringify(parsed));
  return parsed.config;
}

/** Flags, and the address and public URL of the pages. */
const ROWS:
  readonly (readonly [flags: string[], host: string | undefined, url: string | undefined])[] = [
    [[], undefined, undefined],
    [["--checkout-port", "8081"], "127.0.0.1", "http://127.0.0.1:8081"],
    [["--checkout-port", "8081", "--host", "10.0.0.1"], "10.0.0.1", "http://10.0.0.1:8081"],
    [["--checkout-port", "8081", "--checkout-host", "::1"], "::1", "http://[::1]:8081"],
    [["--checkout-port", "0"], "127.0.0.1", undefined],
    [
      ["--checkout-port", "0", "--checkout-url", "https://shop.example/pay/"],
      "127.0.0.1",
      "https://shop.example/pay",
    ],
    [
      ["--checkout-port", "8081", "--tls-cert", "c.pem", "--tls-key", "k.pem"],
      "127.0.0.1",
      "https://127.0.0.1:8081",
    ],
    [["--checkout-port", "8080", "--unix-socket", "/run/s"], "127.0.0.1", "http://127.0.0.1:8080"],
  ];

for (const [flags, host, url] of ROWS) {
  Deno.test(`checkoutPlaceOf() and checkoutUrlOf() with ${flags.join(" ") || "no flags"}`, () => {
    const config = configOf(...flags);
    assert.equal(checkoutPlaceOf(config)?.host, host);
    assert.equal(checkoutUrlOf(config), url);
  });
}

/** Flags of a demo, and its port of the pages, if another may be taken, and their public URL. */
const DEMOS: readonly (readonly [string[], number, boolean | undefined, string | undefined])[] = [
  [["--demo"], 8082, true, undefined],
  [["--demo", "--host", "0.0.0.0"], 8082, true, undefined],
  [["--demo", "--port", "8082"], 0, true, undefined],
  [["--demo", "--metrics-port", "8082"], 0, true, undefined],
  [["--demo", "--checkout-port", "9000"], 9000, undefined, "http://127.0.0.1:9000"],
];

for (const [flags, port, takesAny, url] of DEMOS) {
  Deno.test(`the pages of ${flags.join(" ")} are on ${port || "any free port"}`, () => {
    const config = configOf(...flags);
    assert.deepEqual([config.checkoutPort, config.takesAnyCheckoutPort], [port, takesAny]);
    assert.equal(checkoutPlaceOf(config)?.host, "127.0.0.1");
    assert.equal(checkoutUrlOf(config), url);
  });
}

/** Flags that are refused in one line. */
const REFUSED: readonly (readonly [flags: string[], message: RegExp])[] = [
  [["--checkout-port", "8080"], /^--checkout-port must differ from --port: 8080$/],
  [
    ["--checkout-port", "9464", "--metrics-port", "9464"],
    /^--checkout-port must differ from --metrics-port: 9464$/,
  ],
  [["--checkout-host", "::1"], /^--checkout-host needs --checkout-port: ::1$/],
  [["--checkout-url", "https://a.example"], /^--checkout-url needs --checkout-port: https:/],
  [
    ["--checkout-port", "8081", "--host", "0.0.0.0"],
    /needs --checkout-url, for links, where the address is 0\.0\.0\.0$/,
  ],
  [["--checkout-port", "1", "--checkout-url", "ftp://a"], /It must be an http or https address/],
  [
    ["--checkout-port", "1", "--checkout-url", "https://a?b"],
    /It must be an http or https address/,
  ],
];

for (const [flags, message] of REFUSED) {
  Deno.test(`parseServerArgs() refuses ${flags.join(" ")}`, () => {
    const parsed = parseServerArgs(flags);
    assert.ok("text" in parsed);
    assert.equal(parsed.exitCode, 2);
    assert.match(failureIn(parsed.text).message, message);
  });
}
