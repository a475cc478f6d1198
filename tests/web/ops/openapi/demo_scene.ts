/** The demo shop over HTTP: where the examples of the OpenAPI document come from. */
import assert from "node:assert/strict";
import type { ErrorCode } from "../../../../src/domain/errors.ts";
import type { SessionId } from "../../../../src/domain/ids.ts";
import type { Scope } from "../../../../src/domain/shop/api_key.ts";
import { type Demo, seedDemo } from "../../../../src/service/shop/demo.ts";
import { DEMO_CART, demoShops } from "../../../../src/demo/demo.ts";
import { type Answer, type SendInit, withWorld, type World } from "../../../support/app.ts";
import { FOREVER } from "../../../support/builders.ts";
import { OPERATOR } from "../../../support/operator.ts";

/** Holds 500 coins. */
export const PHONE = "+919876543210";

/** One shop, the demo's, and the requests of its backend. */
export class DemoScene {
  readonly world: World;
  readonly #demo: Demo;

  private constructor(world: World, demo: Demo) {
    this.world = world;
    this.#demo = demo;
  }

  /** Runs a scene in a world of its own. */
  static async run(
    play: (scene: DemoScene) => Promise<void>,
    { rateLimit = 1_000_000, bodyDeadlineMs, otpDaily = 5000, isDemo = false }: {
      readonly rateLimit?: number;
      readonly bodyDeadlineMs?: number | undefined;
      readonly otpDaily?: number;
      /** True for a server that shows the demo shop, where the demo provider takes live payments. */
      readonly isDemo?: boolean;
    } = {},
  ): Promise<void> {
    await withWorld(async (world) => {
      await play(new DemoScene(world, await seedDemo(world.services, demoShops(), OPERATOR)));
    }, { rateLimit, bodyDeadlineMs, otpDaily, isDemo, merchant: { domains: ["another.example"] } });
  }

  async send(method: string, path: string, init: SendInit = {}): Promise<Answer> {
    return await this.world.send(method, path, { secret: this.#demo.secret, ...init });
  }

  /** The secret of another key of the shop. */
  async secret(scopes: readonly Scope[]): Promise<string> {
    const { id: merchantId } = this.#demo.merchant;
    const request = { merchantId, name: "n", ...FOREVER, scopes: new Set(scopes) };
    return (await this.world.services.keys.create(request, OPERATOR)).secret;
  }

  /** The one-time code that was sent last; the operator is told, as the demo has no endpoint. */
  lastCode(): string {
    return String(this.world.told.findLast(({ otp }) => otp !== undefined)?.["otp"]);
  }

  /** A new session on the demo's cart, or on another one. */
  async open(items: unknown = DEMO_CART.data.items): Promise<DemoSession> {
    const body = { data: { ...DEMO_CART.data, items } };
    const { json, text } = await this.send("POST", "/session", { body });
    assert.ok(json.data, text);
    return this.session(json.data.session_id);
  }

  /** A session that was created before. */
  session(id: SessionId): DemoSession {
    return new DemoSession(this, id);
  }
}

/** A session of a scene. */
export class DemoSession {
  readonly scene: DemoScene;
  readonly id: SessionId;

  constructor(scene: DemoScene, id: SessionId) {
    this.scene = scene;
    this.id = id;
  }

  async send(call: string, data?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const [method = "", suffix = ""] = call.split(/ (.*)/s);
    const body = data === undefined ? {} : { body: { data } };
    return await this.scene.send(method, `/session/${this.id}${suffix}`, { ...body, headers });
  }

  /** Takes a step that has to succeed; the answer's `data`. */
  // deno-lint-ignore no-explicit-any -- an answer as a client has it
  async step(call: string, data?: unknown): Promise<any> {
    const { status, json, text } = await this.send(call, data);
    assert.equal(status, 200, `${call}: ${text}`);
    return json.data;
  }

  /** Verifies the phone of the demo's customer, or another one. */
  async verify(phone = PHONE): Promise<void> {
    await this.step("POST /otp", { phone });
    await this.step("POST /otp/verify", { phone, otp: this.scene.lastCode() });
  }
}

/** A failure's body, which has to have this code. */
export function failureOf(code: ErrorCode, { json, text }: Answer): unknown {
  assert.equal(json?.error?.code, code, text);
  return json;
}
