import { COMMON_WORDS } from "../../domain/people/common_passwords.ts";
import type { PasswordGuesses } from "../../service/people/passwords.ts";

/** Characters of a password that are judged: the time grows with the square of them. */
const MAX_JUDGED = 100;

/** Judges passwords by zxcvbn, which is loaded for the first one. */
export function zxcvbnGuesses(): PasswordGuesses {
  let loading: ReturnType<typeof load> | undefined;
  return async (password, words) => {
    const zxcvbn = await (loading ??= load());
    return zxcvbn.check(password.slice(0, MAX_JUDGED), [...words]).guesses;
  };
}

async function load() {
  const { ZxcvbnFactory } = await import("@zxcvbn-ts/core");
  return new ZxcvbnFactory({ dictionary: { common: [...COMMON_WORDS] } });
}
