import { z } from "zod";
import { cartBody } from "./shop.ts";

const createdSchema = z.object({ data: z.object({ session_id: z.string() }) });
const sessionSchema = z.object({
  data: z.object({
    items: z.array(z.unknown()).length(5),
    coupons: z.array(z.unknown()).length(1),
  }),
});

const linkedSchema = z.object({ data: z.object({ url: z.string() }) });

/** Bytes of the server's answer. */
export interface AnswerSizes {
  readonly create: number;
  readonly get: number;
}

/**
 * Creates a session and reads it once, as the load will: what is fast must be right
 * first, with all five lines and the coupon. The floors answer with as many bytes.
 *
 * @throws {Error} when an answer is not what it has to be
 */
export async function probe(port: number, secret: string): Promise<AnswerSizes> {
  const base = `http://127.0.0.1:${port}/session`;
  const authorization = `Bearer ${secret}`;
  const created = await answer(base, 201, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: cartBody(),
  });
  const { data: { session_id } } = createdSchema.parse(JSON.parse(created));
  const got = await answer(`${base}/${session_id}`, 200, { headers: { authorization } });
  sessionSchema.parse(JSON.parse(got));
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  return { create: bytes(created), get: bytes(got) };
}

/**
 * Makes a link to the checkout page of a session, and views it once.
 *
 * @returns the path of the page
 */
export async function linkPage(port: number, secret: string, id: string): Promise<string> {
  const base = `http://127.0.0.1:${port}`;
  const linked = await answer(`${base}/session/${id}/checkout-link`, 201, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}` },
  });
  const { url } = linkedSchema.parse(JSON.parse(linked)).data;
  await answer(url, 200, {});
  return new URL(url).pathname;
}

async function answer(url: string, status: number, init: RequestInit): Promise<string> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (response.status === status) return text;
  throw new Error(`${init.method ?? "GET"} answered ${response.status}: ${text}`);
}
