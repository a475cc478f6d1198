/** Rules for every answer to any request. */
import assert from "node:assert/strict";
import { z } from "zod";
import { ERROR_CODES } from "../../src/domain/errors.ts";
import type { RequestEntry } from "../../src/web/request_context.ts";
import type { Operation } from "../../src/web/operation.ts";
import { STATUS } from "../../src/web/problem.ts";

/** An answer and what the server knew of its request. */
export interface Judged {
  readonly method: string;
  readonly response: Response;
  readonly text: string;
  readonly entry: RequestEntry | undefined;
}

const failure = z.strictObject({
  status: z.literal("FAILURE"),
  error: z.strictObject({ code: z.enum(ERROR_CODES), message: z.string().min(1).max(1000) }),
});

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ responses: z.record(z.string(), z.object({ description: z.string() })) }),
    ),
  ),
});

/** Controls, lone surrogates and marks that turn a line around. */
const UNFIT_TO_SHOW = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u;

/** Judges answers by the operations and their own documentation. */
export class Judge {
  readonly #operations: readonly Operation[];
  readonly #paths: z.infer<typeof documentSchema>["paths"];

  /** @param document the OpenAPI document as the server sends it */
  constructor(operations: readonly Operation[], document: unknown) {
    this.#operations = operations;
    this.#paths = documentSchema.parse(document).paths;
  }

  /** Throws for an answer that should not be. */
  judge({ method, response, text, entry }: Judged): void {
    const { status, headers } = response;
    assert.ok(entry, "a request was not logged");
    assert.ok(status < 500, `${status}: ${text} ${String(entry.cause)}`);
    assert.equal(entry.cause, undefined);
    assert.equal(entry.status, status);
    assert.match(headers.get("x-request-id") ?? "", /^[A-Za-z0-9._-]{1,64}$/);
    if (method === "HEAD" || status === 204) return assert.equal(text, "");
    if (status >= 400) {
      const isReplayed = headers.has("idempotent-replayed");
      return this.#judgeFailure(text, { status, entry, isReplayed });
    }
    const operation = this.#operations.find(({ method: of, path }) =>
      path === entry.route && of === method
    );
    assert.ok(operation, `a success of no operation: ${entry.route}`);
    const { success } = operation.docs ?? {};
    if (success !== undefined) assert.equal(status, success.status);
    const isJson = headers.get("content-type") === "application/json";
    if (isJson) success?.schema?.parse(JSON.parse(text));
  }

  #judgeFailure(
    text: string,
    { status, entry, isReplayed }: {
      readonly status: number;
      readonly entry: RequestEntry;
      readonly isReplayed: boolean;
    },
  ): void {
    const { error: { code, message } } = failure.parse(JSON.parse(text));
    assert.equal(status, STATUS[code]);
    if (!isReplayed) assert.equal(entry.error, code);
    assert.doesNotMatch(message, UNFIT_TO_SHOW);
    const documented = this.#paths[entry.route]?.[entry.method.toLowerCase()];
    if (documented === undefined) return;
    const codes = documented.responses[String(status)]?.description ?? "";
    assert.ok(codes.includes(`\`${code}\``), `${entry.route} does not document ${code}`);
  }
}
