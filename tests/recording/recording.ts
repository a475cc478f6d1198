/** Ids that no test hands in: those of people of the dashboard. */
const RANDOM_ID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/** An answer, as far as it is compared. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Requests and commands with their answers, in order. */
export class Recording {
  readonly lines: string[] = [];
  readonly #ids = new Map<string, string>();

  answer(request: string, { status, headers, text }: RecordedAnswer): void {
    this.add({ request, status, headers: [...headers].sort(), text });
  }

  /** Adds a line; random ids in it are numbered in the order in which they occur. */
  add(line: object): void {
    this.lines.push(
      JSON.stringify(line).replaceAll(RANDOM_ID, (id) => {
        const known = this.#ids.get(id) ?? `id-${this.#ids.size}`;
        this.#ids.set(id, known);
        return known;
      }),
    );
  }
}
