/** How long after the last key a text is sent. */
export const saveAfterMs = 800
/** How long after the first unkept key a text is kept in the tab. */
export const keepAfterMs = 250

const firstRetryMs = 1000
const longestRetryMs = 30_000

/** Where a text is not YAML, as the service says it. */
export interface NotYaml {
  readonly message: string
  readonly line: number | null
  readonly column: number | null
}

/** Why a text could not be sent. `retries`: it is sent again by itself. */
export interface Failure {
  readonly error: unknown
  readonly retries: boolean
}

/** The draft as it is written here, and what the service has of it. */
export interface Saving {
  /** What stands in the editor. */
  readonly text: string
  /** The draft's text as the service had it last. */
  readonly base: string
  /** The tag of that text, for `If-Match`. */
  readonly tag: string | undefined
  readonly sending: string | null
  /** What the tab keeps; null where nothing is unsaved. */
  readonly kept: string | null
  readonly keepAtMs: number | null
  readonly sendAtMs: number | null
  readonly notYaml: (NotYaml & { readonly text: string }) | null
  /** Somebody else saved: the tag of their text. */
  readonly conflict: string | null
  readonly failure: Failure | null
  readonly tries: number
  readonly online: boolean
  readonly signedIn: boolean
}

export type SavingEvent =
  | { readonly of: "typed"; readonly text: string }
  /** The editor lost the focus, or the page is about to go. */
  | { readonly of: "left" }
  | { readonly of: "time" }
  | { readonly of: "saved"; readonly text: string; readonly tag: string | undefined }
  | { readonly of: "not_yaml"; readonly text: string; readonly fault: NotYaml }
  | { readonly of: "conflict"; readonly tag: string }
  | { readonly of: "failed"; readonly error: unknown; readonly retries: boolean; readonly afterMs?: number }
  | { readonly of: "session"; readonly signedIn: boolean }
  | { readonly of: "link"; readonly online: boolean }
  /** The draft is another now, and the editor holds `text` from it: a merge, a restore, a rename. */
  | { readonly of: "based"; readonly text: string; readonly base: string; readonly tag: string | undefined }

/** What the outside does next. */
export interface SavingActs {
  readonly put: { readonly text: string; readonly tag: string | undefined } | null
  /** Kept in the tab; null: what was kept goes. Absent: nothing to do. */
  readonly keep?: string | null
}

export const startSaving = (draft: { readonly text: string; readonly tag: string | undefined }): Saving => ({
  text: draft.text,
  base: draft.text,
  tag: draft.tag,
  sending: null,
  kept: null,
  keepAtMs: null,
  sendAtMs: null,
  notYaml: null,
  conflict: null,
  failure: null,
  tries: 0,
  online: true,
  signedIn: true
})

/** Whether the service lacks something that was typed. */
export const isUnsaved = ({ base, text }: Saving): boolean => text !== base

const taken = (state: Saving, event: SavingEvent, nowMs: number): Saving => {
  switch (event.of) {
    case "typed": {
      if (event.text === state.text) return state
      const next = { ...state, text: event.text, failure: state.failure?.retries === true ? state.failure : null }
      if (event.text === state.base && state.sending === null)
        return { ...next, sendAtMs: null, keepAtMs: nowMs, notYaml: null }
      return { ...next, sendAtMs: nowMs + saveAfterMs, keepAtMs: state.keepAtMs ?? nowMs + keepAfterMs }
    }
    case "left":
      return {
        ...state,
        keepAtMs: nowMs,
        sendAtMs: state.sendAtMs === null || state.failure !== null ? state.sendAtMs : nowMs
      }
    case "time":
      return state
    case "saved": {
      const isAll = state.text === event.text
      return {
        ...state,
        sending: null,
        base: event.text,
        tag: event.tag,
        tries: 0,
        failure: null,
        notYaml: null,
        keepAtMs: nowMs,
        sendAtMs: isAll ? null : (state.sendAtMs ?? nowMs)
      }
    }
    case "not_yaml":
      return {
        ...state,
        sending: null,
        tries: 0,
        failure: null,
        notYaml: { ...event.fault, text: event.text },
        sendAtMs: state.text === event.text ? null : (state.sendAtMs ?? nowMs)
      }
    case "conflict":
      return { ...state, sending: null, tries: 0, failure: null, conflict: event.tag, keepAtMs: nowMs, sendAtMs: null }
    case "failed": {
      const wait = event.afterMs ?? Math.min(longestRetryMs, firstRetryMs * 2 ** state.tries)
      return {
        ...state,
        sending: null,
        tries: state.tries + 1,
        failure: { error: event.error, retries: event.retries },
        keepAtMs: nowMs,
        sendAtMs: event.retries ? nowMs + wait : null
      }
    }
    case "session":
    case "link": {
      const signedIn = event.of === "session" ? event.signedIn : state.signedIn
      const online = event.of === "link" ? event.online : state.online
      const back = (signedIn && !state.signedIn) || (online && !state.online)
      const next = { ...state, signedIn, online, keepAtMs: nowMs }
      return back && isUnsaved(state) && state.notYaml?.text !== state.text && state.sending === null
        ? { ...next, sendAtMs: nowMs, failure: null, tries: 0 }
        : next
    }
    case "based":
      return {
        ...state,
        text: event.text,
        base: event.base,
        tag: event.tag,
        conflict: null,
        notYaml: null,
        failure: null,
        tries: 0,
        keepAtMs: nowMs,
        sendAtMs: event.text === event.base ? null : nowMs
      }
  }
}

/** What happens to the draft, and what the outside does then. One text is on its way at a time, and always with the tag of the text it replaces. */
export const nextSaving = (before: Saving, event: SavingEvent, nowMs: number): readonly [Saving, SavingActs] => {
  let state = taken(before, event, nowMs)
  let put: SavingActs["put"] = null
  const isDue = state.sendAtMs !== null && state.sendAtMs <= nowMs
  if (isDue && state.sending === null && state.conflict === null && state.online && state.signedIn) {
    if (isUnsaved(state)) {
      put = { text: state.text, tag: state.tag }
      state = { ...state, sending: state.text, sendAtMs: null }
    } else state = { ...state, sendAtMs: null }
  }
  if (state.keepAtMs === null || state.keepAtMs > nowMs) return [state, { put }]
  const kept = isUnsaved(state) ? state.text : null
  const isSame = kept === state.kept
  state = { ...state, kept, keepAtMs: null }
  return [state, isSame ? { put } : { put, keep: kept }]
}

/** When `time` has something to do next; null where nothing waits. */
export const wakeAtMs = ({ conflict, keepAtMs, online, sendAtMs, sending, signedIn }: Saving): number | null => {
  const send = sending === null && conflict === null && online && signedIn ? sendAtMs : null
  if (send === null) return keepAtMs
  return keepAtMs === null ? send : Math.min(send, keepAtMs)
}

/** What the page says of the draft. */
export type SavingStatus =
  | "saved"
  | "changed"
  | "saving"
  | "not_yaml"
  | "conflict"
  | "offline"
  | "signed_out"
  | "failed"

export const statusOf = (state: Saving): SavingStatus => {
  if (state.conflict !== null) return "conflict"
  if (!isUnsaved(state) && state.sending === null) return "saved"
  if (!state.signedIn) return "signed_out"
  if (!state.online) return "offline"
  if (state.sending !== null) return "saving"
  if (state.failure !== null) return "failed"
  if (state.notYaml?.text === state.text) return "not_yaml"
  return "changed"
}
