/** The books of a provider, as it lists them. */
import { AppError } from "../../domain/errors.ts";
import type { ProviderAccount } from "../../domain/shop/provider.ts";
import {
  LIST_KINDS,
  type Listing,
  type ListKind,
  type ListRequest,
  type ProviderCharge,
  type ProviderDispute,
  type ProviderRefund,
} from "../../payments/records.ts";
import { type Difference, unreadDifference } from "./differences.ts";
import { type ProviderCalls, silenceOf } from "./provider_calls.ts";

/** All that a provider lists of a time. */
interface TheirBooks {
  /** False for a provider that cannot list. */
  isListed: boolean;
  readonly charges: ProviderCharge[];
  readonly refunds: ProviderRefund[];
  readonly disputes: ProviderDispute[];
  readonly unread: Difference[];
  /** Why lists were not given: a key may lack the right to one. */
  readonly silent: Map<ListKind, string>;
}

/**
 * Reads the lists of a provider.
 *
 * @throws {AppError} `error.unavailable` if it gives none
 */
export async function theirBooks(
  calls: Pick<ProviderCalls, "reach">,
  account: ProviderAccount,
  time: Pick<ListRequest, "since" | "until">,
): Promise<TheirBooks> {
  const books: TheirBooks = {
    isListed: true,
    charges: [],
    refunds: [],
    disputes: [],
    unread: [],
    silent: new Map(),
  };
  for (const kind of LIST_KINDS) {
    try {
      await readList(calls, account, { kind, ...time }, books);
    } catch (error) {
      if (!(error instanceof AppError && error.code === "error.unavailable")) throw error;
      books.silent.set(kind, silenceOf(error));
      if (books.silent.size === LIST_KINDS.length) throw error;
    }
  }
  return books;
}

async function readList(
  calls: Pick<ProviderCalls, "reach">,
  account: ProviderAccount,
  request: Omit<ListRequest, "cursor">,
  books: TheirBooks,
): Promise<void> {
  let cursor: string | null = null;
  do {
    const page: Listing = await calls.reach(account, (provider, access) => {
      books.isListed = provider.hasList;
      return provider.list(access, { ...request, cursor });
    });
    books.charges.push(...page.charges);
    books.refunds.push(...page.refunds);
    books.disputes.push(...page.disputes);
    books.unread.push(...page.unread.map((one) => unreadDifference(request.kind, one)));
    cursor = page.next;
  } while (cursor !== null);
}

/** The lists that a provider did not give, and why; null for none. */
export function silenceText(silent: ReadonlyMap<ListKind, string>): string | null {
  if (silent.size === 0) return null;
  return [...silent].map(([kind, cause]) => `${kind}: ${cause}`).join("; ");
}
