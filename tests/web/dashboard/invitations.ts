/** Invitations as owners make them and others accept them. */
import assert from "node:assert/strict";
import { cookieOf, OWN_FORM, PASSWORD } from "./dashboard.ts";
import type { Scene } from "./owner.ts";

/** Makes an invitation, as the owner's page does. */
export async function invite(
  { owner, path }: Pick<Scene, "owner" | "path">,
  form: Record<string, string> = { role: "staff" },
): Promise<string> {
  const { status, text, headers } = await owner.post(`${path}/add`, form);
  assert.equal(status, 200);
  assert.equal(headers.get("cache-control"), "no-store");
  const [, token = ""] = /http:\/\/localhost:8081\/invitation#([\w-]{43})</.exec(text) ?? [];
  assert.notEqual(token, "", text);
  return token;
}

/** Accepts with a new account, in a new browser. */
export async function join(
  { dashboard: { send } }: Pick<Scene, "dashboard">,
  link: string,
  login: string,
  { password = PASSWORD, peer = "192.0.2.9" } = {},
) {
  const form = { link, login, name: `Name of ${login}`, password, again: password };
  const seen = await send("POST", "/invitation/account", { form, headers: OWN_FORM, peer });
  return { seen, cookie: cookieOf(seen) };
}

/** The forms of the owner's invitations: path, and the person that a confirmation names. */
export async function waiting({ owner, path }: Pick<Scene, "owner" | "path">) {
  const { text } = await owner.get(path);
  const of = (verb: string) =>
    [...text.matchAll(new RegExp(`action="([^"]*/people/invitations/[^"]*/${verb})"`, "g"))]
      .map(([, action = ""]) => action);
  const people = [...text.matchAll(/name="person" value="([^"]*)"/g)].map(([, id = ""]) => id);
  return { text, confirm: of("confirm"), withdraw: of("withdraw"), people };
}
