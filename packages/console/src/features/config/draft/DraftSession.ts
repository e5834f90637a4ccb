import { type ConfigDraft, FleetError } from "@fleet/sdk"
import { serviceNow } from "../../../format/ticking.ts"
import { type Kept, keepText, readKept } from "./kept.ts"
import {
  type Failure,
  isUnsaved,
  nextSaving,
  type NotYaml,
  type Saving,
  type SavingEvent,
  type SavingStatus,
  startSaving,
  statusOf,
  wakeAtMs
} from "./saving.ts"
import { type DraftService, isSignedOut, retryOf, type Tagged } from "./service.ts"

/** Somebody else's text, against which one decides. */
export interface Theirs {
  readonly text: string
  readonly tag: string | undefined
  readonly draft: ConfigDraft
}

/** What the page shows of a draft. It changes with the state of the draft, not with each key. */
export interface DraftView {
  readonly phase: "loading" | "failed" | "ready"
  readonly error: unknown
  readonly status: SavingStatus
  readonly savedAtMs: number | null
  readonly notYaml: NotYaml | null
  readonly failure: Failure | null
  /** What the service answered of the text that it has. */
  readonly answer: ConfigDraft | null
  /** The answer is about the text in the editor. */
  readonly fresh: boolean
  /** Text of an earlier page that the service has not. */
  readonly offered: Kept | null
  readonly theirs: Theirs | null
  /** The tab has no room to keep the text. */
  readonly unkept: boolean
  /** The text was replaced by somebody else's while nothing was unsaved. */
  readonly replacedAtMs: number | null
}

const first: DraftView = {
  phase: "loading",
  error: null,
  status: "saved",
  savedAtMs: null,
  notYaml: null,
  failure: null,
  answer: null,
  fresh: true,
  offered: null,
  theirs: null,
  unkept: false,
  replacedAtMs: null
}

/** The draft of one robot while the page lasts: it goes on saving when its editor is closed. */
export class DraftSession {
  #saving: Saving = startSaving({ text: "", tag: undefined })
  #view = first
  #timer: ReturnType<typeof setTimeout> | undefined
  #base: ConfigDraft | null = null
  readonly #listeners = new Set<() => void>()
  readonly #replaced = new Set<(text: string) => void>()
  readonly #robotId: string
  readonly #service: DraftService

  constructor(robotId: string, service: DraftService) {
    this.#robotId = robotId
    this.#service = service
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly view = (): DraftView => this.#view

  get text(): string {
    return this.#saving.text
  }
  get base(): string {
    return this.#saving.base
  }
  get unsaved(): boolean {
    return this.#view.phase === "ready" && isUnsaved(this.#saving)
  }

  /** Says when the text is replaced from outside of the editor. */
  onReplaced(listener: (text: string) => void): () => void {
    this.#replaced.add(listener)
    return () => void this.#replaced.delete(listener)
  }

  /** Reads the draft for the first time; later calls look whether somebody else saved. */
  async open(): Promise<void> {
    if (this.#view.phase === "ready") return void (await this.look())
    this.#show({ phase: "loading", error: null })
    try {
      const { draft, tag } = await this.#service.read()
      if (this.#isReady()) return
      this.#base = draft
      this.#saving = startSaving({ text: draft.source, tag })
      const kept = readKept(this.#robotId)
      const offered = kept !== null && kept.text !== draft.source ? kept : null
      if (kept !== null && offered === null) keepText(this.#robotId, null)
      this.#show({ phase: "ready", answer: draft, fresh: true, offered, savedAtMs: null })
      for (const listener of this.#replaced) listener(draft.source)
    } catch (error) {
      this.#show({ phase: "failed", error })
    }
  }

  #isReady(): boolean {
    return this.#view.phase === "ready"
  }

  /** Reads the draft again: somebody else's text comes in where nothing is unsaved, and is a conflict where something is. */
  async look(): Promise<Tagged | null> {
    if (this.#view.phase !== "ready" || this.#saving.sending !== null || this.#saving.conflict !== null) return null
    const before = this.#saving.tag
    const read = await this.#service.read()
    if (this.#saving.tag !== before || this.#saving.sending !== null || read.tag === before) return read
    if (isUnsaved(this.#saving)) {
      this.#send({ of: "conflict", tag: read.tag ?? "" })
      this.#takeTheirs(read)
    } else {
      this.#adopt(read)
      this.#show({ replacedAtMs: serviceNow() })
    }
    return read
  }

  typed(text: string): void {
    if (this.#view.phase === "ready") this.#send({ of: "typed", text })
  }
  /** The editor is left or the page goes: save and keep at once. */
  left(): void {
    if (this.#view.phase === "ready") this.#send({ of: "left" })
  }
  setSignedIn(signedIn: boolean): void {
    if (this.#view.phase === "ready") this.#send({ of: "session", signedIn })
    else if (signedIn && this.#view.phase === "failed") void this.open()
  }
  setOnline(online: boolean): void {
    if (this.#view.phase === "ready") this.#send({ of: "link", online })
  }

  /** Waits until nothing is unsaved, or says that it is not going to be. */
  async settled(): Promise<boolean> {
    this.left()
    while (["changed", "saving"].includes(statusOf(this.#saving)))
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          stop()
          resolve()
        })
      })
    return statusOf(this.#saving) === "saved"
  }

  /** Takes up what an earlier page kept, or lets it go. */
  takeOffered(take: boolean): void {
    const { offered } = this.#view
    if (offered === null) return
    this.#show({ offered: null })
    if (!take) return void keepText(this.#robotId, null)
    const { base, tag } = this.#saving
    if (offered.tag === tag || offered.base === null || offered.base === base) {
      this.#replace(offered.text, base, tag)
      return
    }
    // The draft went on meanwhile: what was kept comes from another text.
    const theirs = this.#base
    this.#saving = { ...this.#saving, text: offered.text, base: offered.base, tag: offered.tag }
    for (const listener of this.#replaced) listener(offered.text)
    this.#send({ of: "conflict", tag: tag ?? "" })
    if (theirs !== null) this.#takeTheirs({ draft: theirs, tag })
  }

  /** Ends a conflict with this text, on the ground of theirs. */
  resolve(text: string): void {
    const { theirs } = this.#view
    if (theirs === null) return
    this.#base = theirs.draft
    this.#show({ theirs: null, answer: theirs.draft })
    this.#replace(text, theirs.text, theirs.tag)
  }

  /** The service has another draft now: a version was restored, a slug renamed. */
  async changedOutside(answer?: ConfigDraft): Promise<void> {
    const read = await this.#service.read()
    this.#adopt(answer === undefined ? read : { ...read, draft: read.draft })
  }

  #adopt({ draft, tag }: Tagged): void {
    this.#base = draft
    this.#show({ answer: draft, theirs: null, offered: null })
    this.#replace(draft.source, draft.source, tag)
  }

  #replace(text: string, base: string, tag: string | undefined): void {
    this.#send({ of: "based", text, base, tag })
    for (const listener of this.#replaced) listener(text)
  }

  #takeTheirs({ draft, tag }: Tagged): void {
    this.#show({ theirs: { text: draft.source, tag, draft } })
  }

  #send(event: SavingEvent): void {
    // Waits are by a clock that nobody sets, and that learns no other time.
    const nowMs = performance.now()
    const [state, { keep, put }] = nextSaving(this.#saving, event, nowMs)
    this.#saving = state
    let unkept = this.#view.unkept
    if (keep !== undefined) {
      const { base, tag } = state
      unkept = !keepText(this.#robotId, keep === null ? null : { text: keep, base, tag, atMs: serviceNow() })
    }
    this.#showSaving(unkept)
    if (put !== null) void this.#put(put.text, put.tag)
    clearTimeout(this.#timer)
    const at = wakeAtMs(this.#saving)
    if (at !== null) this.#timer = setTimeout(() => this.#send({ of: "time" }), Math.max(0, at - nowMs))
  }

  async #put(text: string, tag: string | undefined): Promise<void> {
    try {
      const saved = await this.#service.write(text, tag)
      this.#base = saved.draft
      this.#view = { ...this.#view, answer: saved.draft, savedAtMs: serviceNow() }
      this.#send({ of: "saved", text, tag: saved.tag })
    } catch (error) {
      await this.#refused(text, error)
    }
  }

  async #refused(text: string, error: unknown): Promise<void> {
    if (FleetError.is(error) && (error.code === "invalid_yaml" || error.code === "unstorable_yaml")) {
      const {
        column = null,
        line = null,
        parse_error
      } = (error.details ?? {}) as Partial<Record<"line" | "column", number | null>> & {
        readonly parse_error?: string
      }
      return this.#send({ of: "not_yaml", text, fault: { message: parse_error ?? error.message, line, column } })
    }
    if (FleetError.is(error) && error.is("config_conflict")) {
      this.#send({ of: "conflict", tag: error.details.etag })
      return this.#readTheirs()
    }
    this.#send({ of: "failed", error, ...(isSignedOut(error) ? { retries: true } : retryOf(error)) })
    if (isSignedOut(error)) this.#send({ of: "session", signedIn: false })
  }

  async #readTheirs(): Promise<void> {
    for (
      let wait = 500;
      this.#saving.conflict !== null && this.#view.theirs === null;
      wait = Math.min(wait * 2, 10_000)
    ) {
      try {
        return this.#takeTheirs(await this.#service.read())
      } catch {
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
  }

  #showSaving(unkept: boolean): void {
    const { failure, notYaml } = this.#saving
    const status = statusOf(this.#saving)
    this.#show({ status, failure, notYaml, unkept, fresh: !isUnsaved(this.#saving) })
  }

  #show(change: Partial<DraftView>): void {
    const entries = Object.entries(change) as ReadonlyArray<[keyof DraftView, unknown]>
    if (entries.every(([key, value]) => this.#view[key] === value)) return
    this.#view = { ...this.#view, ...change }
    for (const listener of this.#listeners) listener()
  }
}
