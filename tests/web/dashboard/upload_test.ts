import { deepEqual, equal, rejects } from "node:assert/strict";
import { readUpload } from "../../../src/web/guard/upload.ts";

const READING = { deadlineMs: 1000, onBegin: () => {} };
const LIMIT = 4096;
/** As handed in by the dashboard. */
const LIMITS = { limitBytes: LIMIT, turn: () => Promise.resolve() };

function posted(form: FormData): Request {
  return new Request("http://localhost/", { method: "POST", body: form });
}

/** A form with a field and a file. */
function withFile(content: BlobPart): FormData {
  const form = new FormData();
  form.append("name", "Mugs");
  form.append("file", new File([content], "products.json"));
  return form;
}

Deno.test("readUpload() gives the text of a file, without its byte order mark", async () => {
  const form = await readUpload(posted(withFile('\uFEFF{"a":"\u00e4"}')), READING, LIMITS);
  deepEqual([...form], [["name", "Mugs"], ["file", '{"a":"\u00e4"}']]);
});

Deno.test("readUpload() also reads a form without files", async () => {
  const body = new URLSearchParams({ text: "x".repeat(100) });
  const request = new Request("http://localhost/", { method: "POST", body });
  deepEqual([...await readUpload(request, READING, LIMITS)], [["text", "x".repeat(100)]]);
});

Deno.test("readUpload() refuses bytes that are not UTF-8, U+0000, and a form that is too long", async () => {
  const odd = withFile(Uint8Array.of(0xff, 0xfe));
  const about = (field: string) => (error: { field?: string }) => error.field === field;
  await rejects(readUpload(posted(odd), READING, LIMITS), about("file"));
  await rejects(readUpload(posted(withFile("a\0b")), READING, LIMITS), about("file"));
  await rejects(
    readUpload(posted(withFile("x".repeat(LIMIT))), READING, LIMITS),
    /at most 4096 bytes/,
  );
});

Deno.test("readUpload() finds no field in a form that is cut off, and refuses another type", async () => {
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const cut = new Request("http://localhost/", {
    method: "POST",
    headers,
    body: "--x\r\nnonsense",
  });
  deepEqual([...await readUpload(cut, READING, LIMITS)], []);
  const plain = new Request("http://localhost/", { method: "POST", body: "a=b" });
  await rejects(readUpload(plain, READING, LIMITS), /Content-Type must be/);
});

Deno.test("readUpload() reads empty and repeated fields, and names that browsers escape", async () => {
  const form = new FormData();
  form.append('a"b', "");
  form.append("c", "1\r\n--2\r\n");
  form.append("c", "\r\n\r\n");
  form.append("file", new File([], "a;name=x.json"));
  const read = await readUpload(posted(form), READING, LIMITS);
  deepEqual([...read], [['a"b', ""], ["c", "1\r\n--2\r\n"], ["c", "\r\n\r\n"], ["file", ""]]);
});

Deno.test("readUpload() lets others have their turn, also within a character", async () => {
  let turns = 0;
  const limits = { limitBytes: 4_000_000, turn: () => Promise.resolve(void (turns += 1)) };
  const text = `x${"\u20ac".repeat(600_000)}`;
  const read = await readUpload(posted(withFile(text)), READING, limits);
  equal(read.get("file"), text);
  equal(turns, 3);
});
