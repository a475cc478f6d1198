import { encode } from "uqr";

/** Bytes of the largest code, version 15 with error correction M, which restores 15 %. */
const MAX_BYTES = 412;
/** Light modules around a code, which readers need. */
const QUIET_ZONE = 4;
/** Limit of the kept codes: a waiting page is loaded often. */
const MAX_KEPT = 200;

/** A QR code (ISO/IEC 18004): rows of modules, true for dark. */
type QrMatrix = readonly (readonly boolean[])[];

interface Drawing {
  readonly size: number;
  readonly path: string;
}

const kept = new Map<string, Drawing | undefined>();

/** A QR code as an image; nothing for a text that is too long for one. */
export function QrCode({ text, label, isSecret = false }: {
  readonly text: string;
  readonly label: string;
  /** True for a text that is not kept in memory (default: false). */
  readonly isSecret?: boolean;
}) {
  const drawing = isSecret ? drawn(text) : drawingOf(text);
  if (drawing === undefined) return null;
  const { size, path } = drawing;
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}

/** The QR code of a text; undefined if it is longer than {@link MAX_BYTES}. */
export function qrMatrix(text: string): QrMatrix | undefined {
  // Bytes, because the package cannot encode a text with half of a surrogate pair.
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.length > MAX_BYTES ? undefined : encode(bytes, { ecc: "M", border: 0 }).data;
}

function drawingOf(text: string): Drawing | undefined {
  if (kept.has(text)) return kept.get(text);
  if (kept.size >= MAX_KEPT) kept.clear();
  const drawing = drawn(text);
  kept.set(text, drawing);
  return drawing;
}

function drawn(text: string): Drawing | undefined {
  const matrix = qrMatrix(text);
  return matrix && {
    size: matrix.length + 2 * QUIET_ZONE,
    path: matrix.map(rowPath).join(""),
  };
}

/** Dark runs of a row, as rectangles. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = "";
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const from = x;
    while (row[x + 1]) x++;
    const width = x - from + 1;
    path += `M${from + QUIET_ZONE} ${y + QUIET_ZONE}h${width}v1h-${width}z`;
  }
  return path;
}
