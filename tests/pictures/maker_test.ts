import assert from "node:assert/strict";
import { AppError } from "../../src/domain/errors.ts";
import { type MadePicture, PICTURE_SIDES } from "../../src/domain/shop/picture.ts";
import { DECODERS } from "../../src/pictures/codecs.ts";
import { readHeader } from "../../src/pictures/header.ts";
import { pictureMaker } from "../../src/pictures/maker.ts";
import type { Pixels } from "../../src/pictures/pixels.ts";
import { IS_WHOLE } from "../support/few.ts";
import {
  encodeJpeg,
  encodeWebp,
  exif,
  png,
  quarter,
  riff,
  riffChunk,
  vp8x,
  withSegment,
} from "./files.ts";
import { type Bytes, bytes, chunk } from "./png.ts";
import { DECODED, HIDDEN, REFUSED_BY_HEADER } from "./hostile_files.ts";

const make = pictureMaker();

/** Markers of the segments of a JPEG file as this program writes it: APP0 (JFIF), tables, frame. */
const OWN_MARKERS = new Set([0xe0, 0xdb, 0xc0, 0xc2, 0xc4]);

/** Asserts that a file is a JPEG of ours within limits, without metadata. */
async function assertOwn(file: Bytes, side: number, most: number): Promise<Pixels> {
  assert.ok(file.length <= most, `${file.length} bytes`);
  const view = new DataView(file.buffer);
  assert.equal(view.getUint16(0), 0xffd8);
  assert.equal(view.getUint16(file.length - 2), 0xffd9);
  assert.equal(new TextDecoder().decode(file.subarray(6, 10)), "JFIF");
  for (let at = 2; view.getUint8(at + 1) !== 0xda; at += 2 + view.getUint16(at + 2)) {
    assert.ok(OWN_MARKERS.has(view.getUint8(at + 1)), `marker ${view.getUint8(at + 1)}`);
  }
  const text = new TextDecoder("latin1").decode(file);
  for (const one of [HIDDEN, "Exif", "<script", "<?php", "PK\x03\x04"]) {
    assert.ok(!text.includes(one), one);
  }
  const { width, height } = readHeader(file);
  assert.ok(Math.max(width, height) <= side, `${width} x ${height}`);
  const pixels = await DECODERS.jpeg(file);
  assert.ok(pixels);
  return pixels;
}

async function assertMade({ large, small }: MadePicture): Promise<Pixels> {
  await assertOwn(small, PICTURE_SIDES.small, 6144);
  return await assertOwn(large, PICTURE_SIDES.large, 500_000);
}

/** The corners that are red, as a text of four. */
function corners({ data, width, height }: Pixels): string {
  const at = (x: number, y: number) => data[(y * width + x) * 4 + 1]! < 128 ? "R" : "-";
  const [right, below] = [width - 5, height - 5];
  return at(4, 4) + at(right, 4) + at(4, below) + at(right, below);
}

Deno.test("files whose header says too much, or is no picture's, are refused before they are decoded", () => {
  for (const [name, file] of Object.entries(REFUSED_BY_HEADER)) {
    assert.throws(
      () => readHeader(file),
      (error) => error instanceof AppError && error.message.startsWith("The picture "),
      name,
    );
  }
  const said = (file: Bytes) => {
    try {
      return readHeader(file);
    } catch (error) {
      return error instanceof AppError ? [error.code, error.message] : error;
    }
  };
  assert.deepEqual(said(REFUSED_BY_HEADER["a GIF"]!), [
    "error.invalid-request",
    "The picture must be a JPEG, PNG or WebP file, and this is a GIF file",
  ]);
  assert.deepEqual(said(REFUSED_BY_HEADER["a file of more than 10 MB"]!), [
    "error.payload-too-large",
    "The picture must be at most 10 MB: save it with a lower quality",
  ]);
  assert.deepEqual(said(REFUSED_BY_HEADER["a PNG of 6000 x 4001"]!), [
    "error.invalid-request",
    "The picture must have at most 24 megapixels, got 6000 x 4001: make it smaller",
  ]);
});

Deno.test("of a hostile file nothing else is made than a JPEG of ours", async () => {
  const kinds = Object.entries(DECODED);
  assert.ok(kinds.length + Object.keys(REFUSED_BY_HEADER).length >= 60);
  // Each is decoded on a thread of its own.
  const some = IS_WHOLE ? kinds : kinds.filter((_, i) => i % 6 === 0);
  for (const [name, file] of some) {
    const made = await make(file).catch((error) => {
      assert.ok(error instanceof AppError && error.code === "error.invalid-request", name);
      assert.match(error.message, /^The picture /, name);
    });
    if (made) await assertMade(made);
  }
});

Deno.test("a damaged file is refused, and what a right one hides is gone", async () => {
  for (
    const name of ["a JPEG cut in the middle", "a PNG cut in its data", "a WebP cut in the middle"]
  ) {
    await assert.rejects(make(DECODED[name]!), /^AppError: The picture cannot be read/, name);
  }
  for (const name of ["a JPEG with a place", "a PNG with a place", "a JPEG and a ZIP in one"]) {
    await assertMade(await make(DECODED[name]!));
  }
});

Deno.test("pictures are upright, whatever format names their orientation", async () => {
  const jpeg = await encodeJpeg(quarter());
  const turned = ["R---", "-R--", "---R", "--R-", "R---", "-R--", "---R", "--R-"];
  for (const [i, expected] of turned.entries()) {
    if (!IS_WHOLE && i !== 5) continue;
    const file = withSegment(jpeg, 0xe1, bytes("Exif\0\0", exif(i + 1)));
    const made = await assertMade(await make(file));
    assert.deepEqual([corners(made), made.width], [expected, i < 4 ? 64 : 32], `${i + 1}`);
  }
  const webp = (await encodeWebp(quarter())).subarray(12);
  const file = riff(vp8x(0x08, 64, 32), webp, riffChunk("EXIF", exif(3)));
  assert.equal(corners(await assertMade(await make(file))), "---R");
  const { width, height } = await assertMade(await make(png({ before: [chunk("eXIf", exif(8))] })));
  assert.deepEqual([width, height], [10, 20]);
});

Deno.test("a picture is made smaller, never larger, and stands on white", async () => {
  const big = await make(await encodeJpeg(quarter(2400, 1600)));
  const { width, height } = await assertMade(big);
  assert.deepEqual([width, height], [1200, 800]);
  assert.deepEqual(readHeader(big.small).width, 160);
  const clear = quarter(40, 20);
  for (let at = 3; at < clear.data.length; at += 4) clear.data[at] = 0;
  const { data, ...size } = await assertMade(await make(await encodeWebp(clear, 1)));
  assert.deepEqual(size, { width: 40, height: 20 });
  assert.ok(data.every((value) => value > 250));
});

Deno.test("a picture that takes too long is refused, and the next one is made", async () => {
  const hurried = pictureMaker({ limitMs: 1 });
  const file = await encodeJpeg(quarter());
  await assert.rejects(hurried(file), /takes more than 0\.001 s to read: make it smaller/);
  await assertMade(await make(file));
});
