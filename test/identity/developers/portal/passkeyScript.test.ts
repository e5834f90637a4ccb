import { assert, describe, it } from "@effect/vitest"
import { passkeyScript } from "@fleet/server/identity/developers/portal/passkeyScript"

/** A page with one form to sign in by passkey, and a browser that knows passkeys; `asks` are its requests for options. */
const open = (statusOfOptions: number) => {
  const listeners: Record<string, (event: { preventDefault: () => void }) => unknown> = {}
  const asks: Array<string> = []
  const went: Array<string> = []
  const said = { hidden: true, textContent: "" }
  /** What the page says where no passkey can be used. */
  const excuse = { hidden: false }
  const form = {
    hidden: true,
    dataset: {
      cancelled: "cancelled",
      exists: "exists",
      failed: "failed",
      options: "/options",
      page: "/page",
      passkey: "get"
    },
    elements: { interaction: { value: "an id" }, credential: { value: "" } },
    querySelector: () => said,
    addEventListener: (name: string, listener: (typeof listeners)[string]) => (listeners[name] = listener),
    submit: () => went.push("sent")
  }
  const page = {
    window: { PublicKeyCredential: { parseRequestOptionsFromJSON: (options: unknown) => options } },
    document: {
      querySelectorAll: (selector: string) => (selector === "[data-without-passkey]" ? [excuse] : [form])
    },
    navigator: { credentials: { get: async () => ({ id: "a credential" }) } },
    location: { assign: (to: string) => went.push(to) },
    addEventListener: (name: string, listener: () => void) => (listeners[name] = listener),
    fetch: async (address: string) => {
      asks.push(address)
      return { status: statusOfOptions, ok: statusOfOptions === 200, json: async () => ({ options: {} }) }
    }
  }
  new Function(...Object.keys(page), passkeyScript)(...Object.values(page))
  const happens = async (name: string) => listeners[name]!({ preventDefault: () => {} })
  return { asks, click: () => happens("submit"), excuse, form, restored: () => happens("pageshow"), said, went }
}

describe("the script of passkey forms", () => {
  it("the script of passkey forms does not begin again while its form is on the way, as that would end the sign-in's last step", async () => {
    const { asks, click, excuse, form, restored, went } = open(200)
    assert.deepStrictEqual([form.hidden, excuse.hidden], [false, true])
    await Promise.all([click(), click()])
    await click()
    assert.deepStrictEqual([asks, went], [["/options"], ["sent"]])
    assert.strictEqual(form.elements.credential.value, '{"id":"a credential"}')
    // Back from the console, the page may be shown as it was left.
    await restored()
    await click()
    assert.strictEqual(asks.length, 2)
  })

  it("the script of passkey forms may be tried again after a refusal, and leaves a sign-in that is over", async () => {
    const limited = open(429)
    await limited.click()
    assert.deepStrictEqual([limited.said, limited.went], [{ hidden: false, textContent: "failed" }, []])
    await limited.click()
    assert.strictEqual(limited.asks.length, 2)
    const over = open(410)
    await over.click()
    assert.deepStrictEqual(over.went, ["/page"])
  })
})
