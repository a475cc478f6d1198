import { InvalidArgumentError } from "@commander-js/extra-typings";
import { styleText } from "node:util";
import { AppError } from "../../domain/errors.ts";
import type { Context } from "../context.ts";
import { Ended, UsageError } from "../errors.ts";
import type { Questions } from "../output/questions.ts";
import { clean } from "../output/text.ts";

/** A question, and how its answer is read. */
export interface Question<T> {
  readonly text: string;
  /** What Enter alone answers; left out where there is nothing to propose. */
  readonly proposal?: string;
  /** Lines before it that say what it is about. */
  readonly help?: readonly string[];
  /** Makes something of the answer, without the spaces around it; throws where it cannot. */
  readonly read: (answer: string) => T | Promise<T>;
}

/** An answer that does not fit, with further lines that say what can be done. */
export class BadAnswer extends Error {
  override readonly name = "BadAnswer";
  readonly hints: readonly string[];

  constructor(message: string, hints: readonly string[] = []) {
    super(message);
    this.hints = hints;
  }
}

/** Asks questions until each has an answer that fits. They are shown on stderr. */
export class Interview {
  readonly #context: Context;
  readonly #questions: Questions;

  constructor(context: Context, questions: Questions) {
    this.#context = context;
    this.#questions = questions;
  }

  /** Says something between the questions. */
  say(text: string): void {
    this.#context.out.note(text);
  }

  /**
   * Asks, and asks again with a line that says why while the answer does not fit.
   *
   * @throws {Ended} when it was ended instead of answered
   */
  async ask<T>({ text, proposal, help = [], read }: Question<T>): Promise<T> {
    for (const line of help) this.say(line);
    const question = this.#bold(clean(text)) + (proposal ? ` [${clean(proposal)}]: ` : ": ");
    for (;;) {
      const line = await this.#questions.ask(question);
      if (line === null) {
        throw new Ended("Cancelled: nothing was written");
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

  /** Asks a question that is answered by yes or no. */
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

/** Whether it is the answer that was wrong, and not the world. */
function isAboutAnswer(error: unknown): error is Error {
  return error instanceof BadAnswer || error instanceof UsageError ||
    error instanceof InvalidArgumentError ||
    (error instanceof AppError && error.code === "error.invalid-request");
}
