import type { CommandUnknownOpts } from "@commander-js/extra-typings";

/** Words of other programs, with ours: of several the first that the noun has. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  // Verbs.
  get: ["show", "list"],
  view: ["show", "list"],
  info: ["show", "list"],
  describe: ["show", "list"],
  inspect: ["show"],
  status: ["show", "doctor"],
  ls: ["list"],
  all: ["list"],
  find: ["list"],
  search: ["list"],
  count: ["stats"],
  new: ["create", "add"],
  make: ["create", "add"],
  add: ["create", "import"],
  create: ["add"],
  edit: ["update", "template"],
  set: ["update"],
  change: ["update"],
  modify: ["update"],
  rm: ["remove", "delete", "revoke", "erase"],
  del: ["delete", "remove", "revoke", "erase"],
  delete: ["remove", "revoke", "erase"],
  remove: ["delete", "revoke", "erase"],
  destroy: ["delete", "remove", "revoke"],
  stop: ["disable"],
  off: ["disable"],
  pause: ["disable"],
  start: ["enable"],
  on: ["enable"],
  resume: ["enable"],
  resend: ["replay"],
  retry: ["replay"],
  log: ["deliveries"],
  send: ["trigger", "test"],
  end: ["expire"],
  close: ["expire"],
  refund: ["cancel"],
  dump: ["backup"],
  save: ["backup"],
  load: ["import", "restore"],
  verify: ["check"],
  upgrade: ["migrate"],
  renew: ["rotate"],
  replace: ["rotate", "update"],
  // Nouns.
  shop: ["merchant"],
  store: ["merchant"],
  discount: ["coupon"],
  promo: ["coupon"],
  item: ["product"],
  variant: ["product"],
  catalogue: ["product"],
  sale: ["order"],
  purchase: ["order"],
  checkout: ["session"],
  cart: ["session"],
  buyer: ["customer"],
  hook: ["webhook"],
  endpoint: ["webhook"],
  apikey: ["key"],
  token: ["key"],
  mail: ["channel"],
  sms: ["channel"],
  database: ["db"],
  setup: ["init"],
  backup: ["db backup"],
  restore: ["db restore"],
  migrate: ["db migrate"],
  check: ["doctor"],
};

/**
 * Our command for words that it has no command for: `session show` for `session get`; undefined if
 * all words are known or nothing fits.
 *
 * @param argv the arguments, without the program's own name
 */
export function commandMeant(
  program: CommandUnknownOpts,
  argv: readonly string[],
): string | undefined {
  let command = program;
  const path: string[] = [];
  let isValue = false;
  for (const word of argv) {
    if (isValue || word.startsWith("-")) {
      isValue = !isValue && word === "--db";
      continue;
    }
    const known = commandNamed(command, word);
    if (known === undefined) {
      return command.commands.length > 0 ? meant(command, path, word) : undefined;
    }
    command = known;
    path.push(word);
  }
  return undefined;
}

function meant(command: CommandUnknownOpts, path: readonly string[], word: string) {
  const name = word.toLowerCase();
  const [found] = (SYNONYMS[name] ?? SYNONYMS[name.replace(/s$/, "")] ?? [])
    .filter((one) => commandNamed(command, one.split(" ", 1)[0] ?? "") !== undefined);
  return found === undefined ? undefined : [...path, found].join(" ");
}

function commandNamed(command: CommandUnknownOpts, name: string) {
  return command.commands.find((one) => one.name() === name);
}
