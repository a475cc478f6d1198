/** The public URL of the checkout pages, which is known once they are served. */
export class PageAddress {
  #url: string | undefined;

  /** Without a slash at its end; undefined while no pages are served. */
  get url(): string | undefined {
    return this.#url;
  }

  /** Sets the URL. Links need it. */
  servedAt(url: string): void {
    this.#url = url;
  }
}
