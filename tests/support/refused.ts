import assert from "node:assert/strict";
import { AppError, type ErrorCode } from "../../src/domain/errors.ts";

/** Asserts that something is refused with a code and a message. */
export async function refused(
  work: Promise<unknown>,
  code: ErrorCode,
  message: RegExp,
): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof AppError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  });
}
