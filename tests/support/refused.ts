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

/**
 * The message of a failure that either program printed, its code, and the exit code that goes with
 * it: wrong usage alone points to the help.
 *
 * @throws {AssertionError} when the text has another form
 */
export function failureIn(stderr: string) {
  const parts = /^error: ([-A-Z].*[^.]) \((error\.[a-z-]+)\)\n(Add --help for usage\n)?$/.exec(
    stderr,
  );
  assert.ok(parts, stderr);
  const [, message = "", code = "", hint] = parts;
  return { message, code, exitCode: hint === undefined ? 1 : 2 };
}
