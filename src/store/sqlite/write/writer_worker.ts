/**
 * The writer thread: a flush takes as long as the disk does, and the thread that answers requests
 * must not wait for it. Started by `WriterThread`, which sends the port for all messages.
 */
import { messageOf } from "../file/errors.ts";
import { FileHead } from "../file/file_head.ts";
import { openDatabase, timer } from "../file/open.ts";
import type { Batches } from "./batches.ts";
import { batchesOver } from "./batches_over.ts";
import { FilesInPlace } from "./in_place.ts";
import type { FromWriter, ToWriter } from "./writer_thread.ts";

globalThis.addEventListener("message", (event) => {
  if (!(event instanceof MessageEvent)) return;
  const [port] = event.ports;
  if (port !== undefined) listen(port);
}, { once: true });

/** Pause until the log is to be emptied again, which a reader needed. */
const LOG_PAUSE_MS = 1000;

function listen(port: MessagePort): void {
  let batches: Batches | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  const tidy = (open: Batches, answer: (message: FromWriter) => void) => {
    clearTimeout(again);
    const failure = open.tidy();
    if (failure !== undefined) return answer({ kind: "untidy", failure });
    if (open.mustEmptyLog) again = setTimeout(() => tidy(open, answer), LOG_PAUSE_MS);
  };
  port.onmessage = async ({ data }: MessageEvent<ToWriter>) => {
    const answer = (message: FromWriter) => port.postMessage(message);
    switch (data.kind) {
      case "open":
        try {
          const { path } = data;
          // A descriptor of this thread's own, opened before its connection.
          const head = FileHead.open(path);
          const db = await openDatabase(path, { ...data, schema: "require", delay: timer });
          const files = new FilesInPlace(path, data.database);
          batches = batchesOver(db, { path, files, head });
          return answer({ kind: "opened" });
        } catch (error) {
          return answer({ kind: "refused", message: messageOf(error) });
        }
      case "write": {
        if (batches === undefined) throw new Error("Nothing is open to write to");
        const result = batches.write(data.batch);
        answer(result);
        // Slow: the commits of this batch do not wait for it.
        if (result.kind === "done") tidy(batches, answer);
        return;
      }
      case "close":
        clearTimeout(again);
        batches?.close();
        return answer({ kind: "closed" });
    }
  };
}
