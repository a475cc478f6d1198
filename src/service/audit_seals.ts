import type { Subject } from "../domain/caller.ts";
import { AppError } from "../domain/errors.ts";
import { NO_AUDIT_FILTER } from "../domain/filters.ts";
import type { AuditEntry } from "../domain/trail/entry.ts";
import {
  type AuditSeal,
  ERASE_ACTION,
  hasErasedName,
  isLate,
  type NamedEntries,
  NO_EXCESS,
  notSaid,
  problemsOf,
  type SealHead,
  sealNext,
} from "../domain/trail/seal.ts";
import { eachPage } from "../domain/values/page.ts";
import type { AuditKey } from "../store/reads/audit.ts";
import { CommitRefused } from "../store/store.ts";
import { audited } from "./audit.ts";
import type { Deps } from "./deps.ts";

/** Entries of a seal at most: some ten milliseconds. */
const MAX_ENTRIES = 200;
/** Seals that one commit deletes. */
const PRUNED_AT_ONCE = 5;
/** Seals that are read at once. */
const PAGE = 200;
/** Problems that are told at most. */
const MAX_PROBLEMS = 100;
/** Subjects whose name is a login. */
const NAMED_SUBJECTS: readonly string[] = ["person", "operator"];
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** The findings of a walk along the chain. */
export interface TrailVerdict {
  /** From when and until when entries are sealed; null before the first seal. */
  readonly from: number | null;
  readonly until: number | null;
  readonly seals: number;
  readonly entries: number;
  /** Entries of which a name was erased. */
  readonly erased: number;
  /** Entries that wait for their seal; at most {@link MAX_ENTRIES} are counted. */
  readonly waiting: number;
  readonly head: SealHead | null;
  /** Since when it does not hold any more: the time of the seal before; null if it holds. */
  readonly brokenAfter: number | null;
  readonly problems: readonly string[];
}

/** The beginning of a walk, and the heads to be met. */
type Walk = { -readonly [Name in keyof TrailVerdict]: TrailVerdict[Name] } & { problems: string[] };

/** Dependencies of {@link AuditSeals}. */
export type AuditSealsDeps = Pick<
  Deps,
  "store" | "now" | "newId" | "randomBytes" | "auditRetentionMs"
>;

/** The chain of hashes over the audit trail. */
export class AuditSeals {
  readonly #deps: AuditSealsDeps;

  constructor(deps: AuditSealsDeps) {
    this.#deps = deps;
  }

  /** Seals what waits; returns how many entries. Two servers that do it at once seal each once. */
  async sealAll(): Promise<number> {
    const { store, now, randomBytes } = this.#deps;
    const newSalt = () => randomBytes(SALT_BYTES).toHex();
    for (let sealed = 0;;) {
      const waiting = await store.audit.unsealed(MAX_ENTRIES);
      if (waiting.length === 0) return sealed;
      const last = await store.audit.lastSeal();
      const next = last === null
        ? { seal: { seal: 0, at: now(), entries: 0, hash: randomBytes(HASH_BYTES).toHex() } }
        : sealNext(last, waiting, { at: now(), newSalt });
      const rows = "sealed" in next ? next.sealed : [];
      const entries = rows.map((one, n) => ({ entry: waiting[n]!, sealed: one }));
      try {
        await store.commit([{ kind: "audit.seal", seal: next.seal, entries }]);
      } catch (error) {
        // Another server was faster, or a name was erased: the next call goes on.
        if (error instanceof CommitRefused) return sealed;
        throw error;
      }
      sealed += rows.length;
    }
  }

  /** Deletes the entries past their retention; returns how many seals it took. */
  async pruneAll(): Promise<number> {
    const { store, now, auditRetentionMs = Infinity } = this.#deps;
    if (auditRetentionMs === Infinity) return 0;
    for (let count = 0;;) {
      const page = await store.audit.seals(0, PRUNED_AT_ONCE + 1);
      const last = page.findLast(({ at }) => at < now() - auditRetentionMs);
      const [first] = page;
      if (first === undefined || last === undefined || last.seal === first.seal) return count;
      await store.commit([{ kind: "audit.prune", seal: last.seal }]);
      count += last.seal - first.seal;
    }
  }

  /**
   * Erases a name from the trail; entries stay sealed.
   *
   * @throws {AppError} `error.conflict` while a person with the login has access
   */
  async erase(login: string, by: Subject): Promise<void> {
    const { store } = this.#deps;
    if (await store.persons.byLogin(login) !== null) {
      throw new AppError("error.conflict", `Remove the user first: ${login}`);
    }
    // Entries that are sealed later are not counted by a walk along the chain.
    await this.sealAll();
    const named = await this.#namedBy(login);
    await store.commit([
      { kind: "audit.erase", ...named },
      audited(this.#deps, by, {
        merchantId: null,
        action: ERASE_ACTION,
        object: { kind: "audit", id: null, label: null },
        before: null,
        after: { entries_by: named.by.length, entries_on: named.on.length },
      }),
    ]);
  }

  /** Ids of the entries by a person or by a user of the machine, and of those on the person. */
  async #namedBy(login: string): Promise<NamedEntries> {
    const { audit } = this.#deps.store;
    const [by, on]: [string[], string[]] = [[], []];
    const pages = eachPage<AuditEntry, AuditKey>(
      async (page) => await audit.list(NO_AUDIT_FILTER, page),
    );
    for await (const { rows } of pages) {
      for (const { id, subject, object } of rows) {
        const isTheirs = subject.label === login || subject.label === `cli:${login}`;
        if (isTheirs && NAMED_SUBJECTS.includes(subject.kind)) by.push(id);
        if (object.kind === "user" && object.label === login) on.push(id);
      }
    }
    return { by, on };
  }

  /**
   * Compares the whole trail with its chain.
   *
   * @param heads of the chain as they were kept elsewhere; they must be in it
   */
  async verify(heads: readonly SealHead[]): Promise<TrailVerdict> {
    for (;;) {
      const [first] = await this.#deps.store.audit.seals(0, 1);
      const verdict = await this.#walk(first ?? null, heads);
      const [again] = await this.#deps.store.audit.seals(0, 1);
      // Old ones were deleted meanwhile.
      if (again?.seal === first?.seal) return verdict;
    }
  }

  async #walk(first: AuditSeal | null, heads: readonly SealHead[]): Promise<TrailVerdict> {
    const { audit } = this.#deps.store;
    const walk: Walk = {
      from: first?.at ?? null,
      until: first?.at ?? null,
      seals: 0,
      entries: 0,
      erased: 0,
      waiting: 0,
      head: first,
      brokenAfter: null,
      problems: [],
    };
    let last = first;
    const begunAt = first?.seal === 0 ? first.at : null;
    const note = (found: readonly string[]) => {
      if (found.length > 0) walk.brokenAfter ??= last?.at ?? 0;
      walk.problems.push(...found.slice(0, MAX_PROBLEMS - walk.problems.length));
    };
    if (last !== null) {
      const { seal } = last;
      note(headProblems(last, heads));
      note(
        heads.filter((head) => head.seal < seal).map((head) =>
          `Seal ${head.seal} was deleted: by --audit-retention, or the chain was made anew`
        ),
      );
    }
    let excess = NO_EXCESS;
    let erasedAfter: number | null = null;
    while (last !== null) {
      const page: AuditSeal[] = await audit.seals(last.seal + 1, PAGE);
      for (const seal of page) {
        const rows = await audit.sealedBy(seal.seal);
        note([...problemsOf(last, seal, rows, begunAt), ...headProblems(seal, heads)]);
        walk.seals += 1;
        walk.entries += rows.length;
        const erased = rows.filter(({ sealed }) => hasErasedName(sealed)).length;
        walk.erased += erased;
        if (erased > 0) erasedAfter ??= last.at;
        for (const { sealed, entry } of rows) excess = notSaid(excess, sealed, entry);
        last = seal;
      }
      if (page.length === 0) break;
    }
    const end = last;
    const waiting = await audit.unsealed(MAX_ENTRIES);
    note(
      waiting.filter((entry) => end !== null && isLate(entry, end, begunAt))
        .map(({ id }) => `Entry ${id} was added later than it says`),
    );
    for (const entry of waiting) excess = notSaid(excess, null, entry);
    const unsaid = Math.max(excess.by, excess.on);
    // Of more entries than these, some may say what was erased.
    if (unsaid > 0 && erasedAfter !== null && waiting.length < MAX_ENTRIES) {
      walk.brokenAfter = Math.min(walk.brokenAfter ?? erasedAfter, erasedAfter);
      note([`More names were erased than entries of audit erase say: ${unsaid}`]);
    }
    note(
      (await audit.outside(MAX_PROBLEMS)).map(({ id }) => `Entry ${id} was added past the chain`),
    );
    note(
      heads.filter(({ seal }) => end === null || seal > end.seal)
        .map(({ seal }) => `The end of the chain was removed: it has no seal ${seal}`),
    );
    return { ...walk, waiting: waiting.length, until: end?.at ?? null, head: end };
  }
}

function headProblems({ seal, hash }: SealHead, heads: readonly SealHead[]): string[] {
  return heads.some((head) => head.seal === seal && head.hash !== hash)
    ? [`Seal ${seal} is another one than was kept elsewhere`]
    : [];
}
