import { TwoGenerations } from "../platform/cache/twoGenerations.ts"

/** Tokens of each of the two generations. When the recent one is full it becomes the older one, which is dropped. */
const capacity = 5_000

/**
 * The claims of tokens by their exact text, so that a signature that was verified is not verified again with each request.
 * Only what is signed is kept here, so others cannot fill it. The caller compares audience and expiry each time.
 */
export class VerifiedTokens<Claims> extends TwoGenerations<string, Claims> {
  constructor() {
    super(capacity)
  }

  /** A text has the same claims each time. */
  override keep(token: string, claims: Claims): void {
    this.use(token, claims)
  }
}
