import { deepEqual, rejects } from "node:assert/strict";
import { readUpload } from "../../../src/http/guard/upload.ts";

const READING = { deadlineMs: 1000, onBegin: () => {} };
const LIMIT = 4096;

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
  const form = await readUpload(posted(withFile('\uFEFF{"a":"\u00e4"}')), READING, LIMIT);
  deepEqual([...form], [["name", "Mugs"], ["file", '{"a":"\u00e4"}']]);
});

Deno.test("readUpload() also reads a form without files", async () => {
  const body = new URLSearchParams({ text: "x".repeat(100) });
  const request = new Request("http://localhost/", { method: "POST", body });
  deepEqual([...await readUpload(request, READING, LIMIT)], [["text", "x".repeat(100)]]);
});

Deno.test("readUpload() refuses bytes that are not UTF-8, U+0000, and a form that is too long", async () => {
  const odd = withFile(Uint8Array.of(0xff, 0xfe));
  const about = (field: string) => (error: { field?: string }) => error.field === field;
  await rejects(readUpload(posted(odd), READING, LIMIT), about("file"));
  await rejects(readUpload(posted(withFile("a\0b")), READING, LIMIT), about("file"));
  await rejects(
    readUpload(posted(withFile("x".repeat(LIMIT))), READING, LIMIT),
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
  deepEqual([...await readUpload(cut, READING, LIMIT)], []);
  const plain = new Request("http://localhost/", { method: "POST", body: "a=b" });
  await rejects(readUpload(plain, READING, LIMIT), /Content-Type must be/);
});
