/** Every request of checkout.http is as the document says, and together they are a checkout. */
import assert from "node:assert/strict";
import { demoShops } from "../../src/demo/demo.ts";
import { seedDemo } from "../../src/service/shop/demo.ts";
import { withWorld } from "../support/app.ts";
import { Contract } from "../support/contract.ts";
import { ROOT } from "../support/root.ts";
import { OPERATOR } from "../support/operator.ts";

// deno-lint-ignore no-explicit-any -- answers as clients have them: JSON
type Json = any;

interface HttpRequest {
  /** By which later requests refer to the answer. */
  readonly name: string | undefined;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Reads a file in the form of the REST Client: variables, and requests between lines of `###`. */
function readHttpFile(text: string) {
  const [head = "", ...parts] = text.split(/^###.*$/m);
  const variables = [...head.matchAll(/^@(\w+) = (.+)$/gm)]
    .map(([, name = "", value = ""]) => [name, value] as const);
  const requests = parts.map((part): HttpRequest => {
    const lines = part.trim().split("\n");
    const [first = "", ...rest] = lines.filter((line) => !line.startsWith("# "));
    const [method = "", target = ""] = first.split(" ");
    const end = rest.indexOf("");
    const headers = rest.slice(0, end === -1 ? rest.length : end).map((line) => line.split(": "));
    return {
      name: /^# @name (\w+)$/m.exec(part)?.[1],
      method,
      target,
      headers: Object.fromEntries(headers),
      body: end === -1 ? "" : rest.slice(end).join("\n").trim(),
    };
  });
  return { variables: Object.fromEntries(variables), requests };
}

/** The value at `data.payment.amount` or `data.add_ons[0].coupon_id` of an answer. */
function at(answer: Json, path: string): string {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== "");
  return String(keys.reduce((part, key) => part[key], answer));
}

Deno.test("checkout.http leads from a cart to a cancelled order, by documented requests", () =>
  withWorld(async ({ services, send, told }) => {
    const { secret } = await seedDemo(services, demoShops(), OPERATOR);
    const document = (await send("GET", "/openapi.json")).json;
    const contract = new Contract(document);
    const { variables, requests } = readHttpFile(
      await Deno.readTextFile(`${ROOT}contrib/client/checkout.http`),
    );
    const answers: Record<string, Json> = {};
    let guids = 0;
    const filled = (text: string): string =>
      text.replace(/\{\{(.+?)\}\}/g, (_, name: string) => {
        if (name === "url") return "";
        if (name === "key") return secret;
        if (name === "$guid") return `guid-${++guids}`;
        if (name === "otp") return String(told.findLast(({ otp }) => otp !== undefined)?.["otp"]);
        const [, request = "", path = ""] = /^(\w+)\.response\.body\.\$\.(.+)$/.exec(name) ?? [];
        return request === "" ? filled(variables[name] ?? name) : at(answers[request], path);
      });
    let last: Json;
    for (const { name, method, target, headers, body } of requests) {
      const path = filled(target);
      const text = filled(body);
      const json = text === "" ? undefined : JSON.parse(text);
      contract.checkRequest({ method, path, json });
      const sent = Object.fromEntries(
        Object.entries(headers).map(([key, one]) => [key.toLowerCase(), filled(one)]),
      );
      assert.equal(sent["content-type"], text === "" ? undefined : "application/json", target);
      const answer = await send(method, path, {
        secret: null,
        headers: sent,
        ...(text !== "" && { text }),
      });
      assert.equal(answer.json.status, "SUCCESS", `${method} ${target}: ${answer.text}`);
      last = answer.json;
      if (name !== undefined) answers[name] = last;
    }
    assert.equal(last.data.payment_state, "PAID");
    assert.equal(last.data.order.cancel_reason, "Refused at the door");
    const called = new Set(requests.map(({ method, target }) => `${method} ${target}`));
    assert.equal(called.size, requests.length - 1, "only the payment is started twice");
  }, { merchant: { domains: ["other.example"] } }));
