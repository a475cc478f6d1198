import { InvalidArgumentError } from "@commander-js/extra-typings";
import { styleText } from "node:util";
import { AppError } from "../../domain/errors.ts";
import { shellWord } from "../../demo/curl.ts";
import type { Context } from "../context.ts";
import { INIT_FLAGS } from "../options/merchant_flags.ts";
import { fieldAt } from "../../domain/values/json.ts";
import { PromptCancellation, UsageError } from "../errors.ts";
import type { Questions } from "../output/questions.ts";
import { clean } from "../output/text.ts";

/** A question with the reader of its answer. */
export interface Question<T> {
  readonly text: string;
  /** The answer of Enter alone. */
  readonly proposal?: string;
  /** Lines of explanation before the question. */
  readonly help?: readonly string[];
  /** Parses the trimmed answer; throws to ask again. */
  readonly read: (answer: string) => T | Promise<T>;
}

/** An answer that is refused, with lines of advice. */
export class BadAnswer extends Error {
  override readonly name = "BadAnswer";
  readonly hints: readonly string[];

  constructor(message: string, hints: readonly string[] = []) {
    super(message);
    this.hints = hints;
  }
}

/** Asks questions on stderr until each has a valid answer. */
export class Interview {
  readonly #context: Context;
  readonly #questions: Questions;

  constructor(context: Context, questions: Questions) {
    this.#context = context;
    this.#questions = questions;
  }

  /** Fields of the shop that are known so far, in the form of a seed file. */
  shop: Readonly<Record<string, unknown>> = {};

  /** The command that asks only what is still unknown of the shop. */
  #resumption(): string[] {
    // With all that is required it would not ask for the tax any more.
    const { cod: _, ...before } = this.shop;
    const shop = fieldAt(this.shop, "tax.rate") === undefined ? before : this.shop;
    const words = INIT_FLAGS.wordsFor(shop).map(shellWord);
    return words.length === 0 ? [] : [`To go on: ${this.#context.call} init ${words.join(" ")}`];
  }

  /** Prints a line between the questions. */
  say(text: string): void {
    this.#context.out.note(text);
  }

  /**
   * Asks, and after a bad answer prints why and asks again.
   *
   * @throws {Ended} on Ctrl-C or Ctrl-D
   */
  async ask<T>({ text, proposal, help = [], read }: Question<T>): Promise<T> {
    for (const line of help) this.say(line);
    const question = this.#bold(clean(text)) + (proposal ? ` [${clean(proposal)}]: ` : ": ");
    for (;;) {
      const line = await this.#questions.ask(question);
      if (line === null) {
        throw new PromptCancellation("Cancelled: nothing was written", this.#resumption());
      }
      try {
        return await read(line.trim() || (proposal ?? ""));
      } catch (error) {
        if (!isAboutAnswer(error)) throw error;
        this.say(`  ${error.message}`);
        if (error instanceof BadAnswer) { for (const hint of error.hints) this.say(`  ${hint}`); }
      }
    }
  }

  /** Asks a yes-or-no question. */
  async confirm(question: Omit<Question<boolean>, "read">): Promise<boolean> {
    return await this.ask({ ...question, read: readYesOrNo });
  }

  #bold(text: string): string {
    const { out, io } = this.#context;
    return out.hasColors(io.stderr) ? styleText("bold", text, { validateStream: false }) : text;
  }
}

function readYesOrNo(text: string): boolean {
  if (/^(?:y|yes)$/i.test(text)) return true;
  if (/^(?:n|no)$/i.test(text)) return false;
  throw new BadAnswer("It must be yes or no");
}

/** True if the answer was wrong; other errors end the interview. */
function isAboutAnswer(error: unknown): error is Error {
  return error instanceof BadAnswer || error instanceof UsageError ||
    error instanceof InvalidArgumentError ||
    (error instanceof AppError && error.code === "error.invalid-request");
}
