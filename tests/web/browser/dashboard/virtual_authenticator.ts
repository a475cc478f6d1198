/** A device with a virtual authenticator of Chromium (WebAuthn, section 11). */
import type { CDPSession } from "puppeteer-core";
import type { Tab } from "../../../support/tab.ts";

/** The authenticator of a tab's device: it holds one passkey, and is always there. */
export class Device {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  /** Gives the device of a tab an authenticator. */
  static async of({ page }: Tab): Promise<Device> {
    const session = await page.createCDPSession();
    await session.send("WebAuthn.enable", { enableUI: false });
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Device(session, authenticatorId);
  }

  /** Says if its owner shows the right PIN or finger. */
  async setVerified(isUserVerified: boolean): Promise<void> {
    const authenticatorId = this.#id;
    await this.#session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  }

  /**
   * Lets it count its signatures on from a number, as a copy from then would.
   *
   * @returns the number that it had
   */
  async countFrom(signCount: number): Promise<number> {
    const authenticatorId = this.#id;
    const { credentials: [credential] } = await this.#session.send("WebAuthn.getCredentials", {
      authenticatorId,
    });
    if (credential === undefined) throw new Error("The device has no passkey");
    await this.#session.send("WebAuthn.clearCredentials", { authenticatorId });
    await this.#session.send("WebAuthn.addCredential", {
      authenticatorId,
      credential: { ...credential, signCount },
    });
    return credential.signCount;
  }
}
