import type { FleetError } from "../FleetError.ts"
import type { Subscription } from "../realtime/Subscription.ts"
import { fixedStore, makeStore, type Store } from "./Store.ts"
import { throttle } from "./throttle.ts"

/** The newest value of a subscription, and why it ended where it did. */
export interface Latest<Value> {
  /** Undefined before the first one. */
  readonly value: Value | undefined
  /** Why no value comes any more, such as `forbidden`. Undefined while they may come. */
  readonly error: FleetError | undefined
}

/** Before the first value. */
export const noValue: Latest<never> = { value: undefined, error: undefined }

/** The newest value of what `subscribe` subscribes, set at most every `throttleMs`; nothing where there is nothing to subscribe. */
export const latestStore = <Value>(
  subscribe: (() => Subscription<Value>) | null,
  throttleMs = 0
): Store<Latest<Value>> =>
  subscribe === null
    ? fixedStore(noValue)
    : makeStore<Latest<Value>>(noValue, (set) => {
        const subscription = subscribe()
        const take = () => set({ value: subscription.latest, error: undefined })
        const { run, stop } = throttleMs > 0 ? throttle(throttleMs, take) : { run: take, stop: () => {} }
        subscription.on(run, (error) => set(({ value }) => ({ value, error })))
        return () => {
          stop()
          subscription.close()
        }
      })
