/**
 * A checkout backend written in an afternoon, to compare the server with: a key looked up by its
 * hash, one JSON document a session that each step writes again, simple sums, a durable commit a
 * request. No rules, no limits, no checks.
 *
 *     naive.ts seed DATABASE SECRET IDS_FILE
 *     naive.ts serve DATABASE PORT
 *
 * `seed` creates the database, with a key and a session for each id of the file.
 */
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { cartBody, SHOP_DOMAIN } from "./shop.ts";

/** The body of Create Session, as far as it is used. */
interface Cart {
  readonly items: readonly { readonly price: number; readonly quantity: number }[];
}

const [command, path = "", ...rest] = Deno.args;
const database = new DatabaseSync(path);
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS keys (hash TEXT PRIMARY KEY, shop TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, shop TEXT NOT NULL, document TEXT NOT NULL);
`);
const findKey = database.prepare("SELECT shop FROM keys WHERE hash = ?");
const findSession = database.prepare("SELECT document FROM sessions WHERE id = ? AND shop = ?");
const putSession = database.prepare("UPDATE sessions SET document = ? WHERE id = ?");
const findPage = database.prepare("SELECT document FROM sessions WHERE id = ?");
const addSession = database.prepare("INSERT INTO sessions (id, shop, document) VALUES (?, ?, ?)");

switch (command) {
  case "seed":
    seed(rest);
    break;
  case "serve":
    Deno.serve({
      hostname: "127.0.0.1",
      port: Number(rest[0]),
      onListen: () => {},
      onError: () => new Response(null, { status: 500 }),
    }, answer);
    break;
  default:
    throw new TypeError(`The first argument must be seed or serve: ${command}`);
}

async function answer(request: Request): Promise<Response> {
  const [, top, id = "", part = ""] = new URL(request.url).pathname.split("/");
  if (top === "health") return new Response("ok");
  if (top === "page") return page(id);
  const secret = request.headers.get("authorization")?.replace("Bearer ", "") ?? "";
  const shop = findKey.get(hashOf(secret))?.shop;
  if (typeof shop !== "string") return new Response("No such key", { status: 401 });
  if (request.method === "POST") return create(shop, (await request.json()).data);
  const document = findSession.get(id, shop)?.document;
  if (typeof document !== "string") return new Response("No such session", { status: 404 });
  const session = JSON.parse(document);
  if (request.method !== "PUT") return Response.json({ data: session });
  session[part] = (await request.json()).data;
  putSession.run(JSON.stringify(session), id);
  return Response.json({ data: session });
}

function page(id: string): Response {
  const document = findPage.get(id)?.document;
  if (typeof document !== "string") return new Response("No such page", { status: 404 });
  const { items, pricing } = JSON.parse(document);
  const rows = items.map(({ title, quantity, total_price }: Record<string, unknown>) =>
    `<li>${escaped(title)} x ${escaped(quantity)}: ${escaped(total_price)}</li>`
  );
  const html = `<!doctype html><title>Checkout</title><ul>${rows.join("")}</ul>` +
    `<p>Total: ${escaped(pricing.total)}</p>`;
  return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
}

function escaped(value: unknown): string {
  return String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function create(shop: string, cart: Cart): Response {
  const id = crypto.randomUUID();
  addSession.run(id, shop, documentOf(id, cart));
  return Response.json({ data: { session_id: id } }, { status: 201 });
}

/** Prices are those of the lines, with 10 % off and 18 % tax included. */
function documentOf(id: string, cart: Cart): string {
  const items = cart.items.map((item) => ({
    ...item,
    total_price: Math.round(item.price * 100) * item.quantity / 100,
  }));
  const cents = items.reduce((sum, { total_price }) => sum + Math.round(total_price * 100), 0);
  const discount = Math.round(cents / 10);
  const total = cents - discount;
  const pricing = {
    sub_total: cents / 100,
    discount: discount / 100,
    tax: Math.round(total * 18 / 118) / 100,
    total: total / 100,
  };
  return JSON.stringify({ id, created_at: Date.now(), ...cart, items, pricing });
}

function seed([secret = "", idsFile = ""]: readonly string[]): void {
  const cart: Cart = JSON.parse(cartBody()).data;
  database.exec("BEGIN");
  database.prepare("INSERT INTO keys (hash, shop) VALUES (?, ?)").run(hashOf(secret), SHOP_DOMAIN);
  for (const id of Deno.readTextFileSync(idsFile).trimEnd().split("\n")) {
    addSession.run(id, SHOP_DOMAIN, documentOf(id, cart));
  }
  database.exec("COMMIT");
  database.close();
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
