/** What becomes of a cart that its customer leaves. */
export interface Left {
  /** When its inactivity was reported. */
  idleAt: number | null;
  /** True if a link led to it. */
  isReturned: boolean;
  /** Session that a link made from its cart. */
  reopenedAs: string | null;
  /** Last activity before it expired. */
  lastUsedAt: number | null;
}

/** A cart that was not left. */
export const NOT_LEFT: Left = {
  idleAt: null,
  isReturned: false,
  reopenedAs: null,
  lastUsedAt: null,
};
