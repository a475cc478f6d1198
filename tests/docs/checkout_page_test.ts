/** docs/checkout-page.md: its commands, its table of settings, and its program in Node.js. */
import assert from "node:assert/strict";
import { ALL_SETTINGS, settingsOf } from "../../src/things/settings/pages.ts";
import { freePort } from "../support/raw_socket.ts";
import { readRoot } from "../support/root.ts";
import { lacks } from "../support/tools.ts";
import { withCommands } from "./commands.ts";
import { codes, table } from "./pages.ts";
import { type ProjectFolder, withProject } from "./project_folder.ts";

const PAGE = "docs/checkout-page.md";

/** Runs a program of the page until it has printed something, and then a test. */
async function running(
  project: ProjectFolder,
  { line, ready, env }: {
    readonly line: string;
    readonly ready: RegExp;
    readonly env: Readonly<Record<string, string>>;
  },
  test: () => Promise<void>,
): Promise<void> {
  const options = { env, stdout: "piped", stderr: "inherit" } as const;
  const child = project.shell(`exec env ${line}`, options).spawn();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  try {
    let printed = "";
    while (!ready.test(printed)) {
      const { done, value } = await output.read();
      assert.ok(!done, `The program ended: ${printed}`);
      printed += value;
    }
    await test();
  } finally {
    child.kill("SIGKILL");
    await output.cancel();
    await child.status;
  }
}

interface Seen {
  readonly status: number;
  readonly text: string;
  /** Absolute; empty for none. */
  readonly location: string;
}

/** Sends what a browser sends; redirects are not followed. */
async function browse(url: string, fields?: Readonly<Record<string, string>>): Promise<Seen> {
  // This test may use the net by number only.
  const numeric = url.replace("//localhost:", "//127.0.0.1:");
  const form = fields && { method: "POST", body: new URLSearchParams(fields) };
  const response = await fetch(numeric, { redirect: "manual", ...form });
  const to = response.headers.get("location");
  return {
    status: response.status,
    text: await response.text(),
    location: to === null ? "" : new URL(to, url).href,
  };
}

const ADDRESS = {
  email: "asha@example.com",
  name: "Asha Rao",
  phone: "+919876543210",
  line1: "12 MG Road",
  line2: "",
  city: "Bengaluru",
  state: "Karnataka",
  postal_code: "560001",
  country_code: "IN",
};

Deno.test({
  name: "docs/checkout-page.md: its commands lead to a page, and its program takes the payment",
  ignore: await lacks("curl", "node"),
  fn: () =>
    withCommands("docs/checkout-page.md", (shown) =>
      withProject(async (project) => {
        const [make = "", ...others] = shown.lines(8, { in: "A link in five minutes" });
        const [create = "", key = "", serve = "", url, secret, open = "", link = ""] = others;
        await project.typed(make);
        assert.equal(url, "export URL=http://127.0.0.1:8080");
        assert.equal(secret, "export KEY=ck_live_...");
        await project.typed(create);
        const [KEY = ""] = /ck_live_\w+/.exec(await project.typed(key)) ?? [];
        const [program] = shown.take(1, { of: "js" });
        const [point = "", start = ""] = shown.lines(2, { in: "Taking payments" });
        const [provider = ""] = shown.lines(1, { in: "Providers" });
        const [manual = "", paid = ""] = shown.lines(2, { in: "Manual payment" });
        const [order = ""] = shown.lines(1, { in: "The order of the ways to pay" });
        const [cartLinks = ""] = shown.lines(1, { in: "Cart links" });
        const [embed = ""] = shown.lines(1, { in: "Embedding" });
        const port = String(freePort());
        assert.ok(program);
        await project.save("pay.mjs", program.text.replaceAll("3000", port));
        await project.serving(serve.replace("8082", "0"), async ({ url: URL }) => {
          const env = { URL, KEY };
          const newLink = async () => {
            const answer = JSON.parse(await project.typed(`${open}\n${link}`, env));
            return String(answer.data.url);
          };
          const first = await newLink();
          assert.match((await browse(first)).text, /Enamel mug/);
          await project.typed(point.replaceAll("3000", port));
          const paying = { ...env, PAGES: new globalThis.URL(first).origin };
          const line = start.replace("ck_live_...", KEY);
          await running(project, { line, ready: /^listening/m, env: paying }, async () => {
            const page = await newLink();
            assert.equal((await browse(`${page}/address`, ADDRESS)).status, 303);
            const { text: steps } = await browse(page);
            const seen = /name="seen" value="(\d+)"/.exec(steps)?.[1] ?? "";
            assert.equal(seen, "69800");
            const started = await browse(`${page}/pay`, { seen });
            assert.equal(started.status, 303);
            const payment = await browse(started.location);
            assert.match(payment.text, /Pay 698 INR/);
            assert.match((await browse(page)).text, /Continue to pay/);
            const forged = started.location.replace(
              /return_url=[^&]*/,
              "return_url=https://a.example/r/",
            );
            assert.equal((await browse(forged)).status, 400);
            const back = await browse(started.location, {});
            assert.equal(back.status, 303);
            assert.match(back.location, /\/r\/[\w-]{43}$/);
            assert.match((await browse(back.location)).text, /Thank you/);
            assert.match((await browse(page)).text, /Thank you/);
            assert.equal((await browse(started.location)).location, back.location, "paid once");
          });
          assert.match(await project.typed(provider), /demo takes test payments/);
          await project.typed(manual);
          const page = await newLink();
          await browse(`${page}/address`, ADDRESS);
          await browse(`${page}/pay`, { seen: "69800" });
          assert.match((await browse(page)).text, /"upi:\/\/pay\?pa=hill-house@example&amp;/);
          const list = JSON.parse(await project.typed("checkoutctl --json session list"));
          const id = list.find((one: { payment_state: string }) => one.payment_state === "PENDING");
          await project.typed(paid.replace(/[0-9a-f-]{36}/, id.id));
          assert.match((await browse(page)).text, /Thank you/);
          await project.typed(order);
          await project.typed(cartLinks);
          await project.typed(embed);
          const { checkout } = JSON.parse(
            await project.typed("checkoutctl --json merchant show hill-house.example"),
          );
          assert.deepEqual(
            [checkout.cart_links, checkout.embed_origins, checkout.payment_order],
            [true, ["https://hill-house.example"], ["COD", "MANUAL", "PROVIDER"]],
          );
        });
      })),
});

Deno.test("docs/checkout-page.md: every setting, its option and its field", async () => {
  const rows = table(await readRoot(PAGE), "Option");
  const options = settingsOf(ALL_SETTINGS)
    .filter(({ field }) => /^checkout\.(?!limits)/.test(field))
    .flatMap(({ field, options }) => options.map(([flags]) => ({ flags, field })))
    .filter(({ flags }) => !flags.startsWith("--no-"));
  assert.deepEqual(
    rows.map(([option = "", field = ""]) => `${codes(option)[0]} ${codes(field)[0]}`).sort(),
    options.map(({ flags, field }) => `${flags.split(" ")[0]} ${field.replace("checkout.", "")}`)
      .sort(),
  );
});
