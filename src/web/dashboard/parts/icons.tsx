/** Lines of icons on a ground of 20 by 20; those of sections are in sections.ts. */
export const ICONS = {
  menu: "M3 5.5h14M3 10h14M3 14.5h14",
  shop: "M4 6.5h12l.8 10.5H3.2L4 6.5ZM7 8.5V6a3 3 0 0 1 6 0v2.5",
  fold: "m6.5 8 3.5 4 3.5-4",
} as const;

/** An icon beside a text that says the same. */
export function Icon({ lines }: { readonly lines: string }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={lines} />
    </svg>
  );
}
