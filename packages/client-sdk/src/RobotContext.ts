import type { Topic, ValueFrame } from "./realtime/Channels.ts"
import type { Realtime } from "./realtime/Realtime.ts"
import { endedBy, Subscription } from "./realtime/Subscription.ts"
import type { Request } from "./Request.ts"

type FrameOf<Type extends ValueFrame["type"]> = Extract<ValueFrame, { readonly type: Type }>

/** What every part of a robot needs. */
export interface RobotContext {
  readonly id: string
  readonly request: Request
  readonly realtime: Realtime
}

/** Follows a topic, each frame read as a value. Ends with `signal`. */
export const subscription = <Type extends ValueFrame["type"], Value>(
  { realtime }: RobotContext,
  topic: Topic,
  read: (frame: FrameOf<Type>) => Value,
  signal: AbortSignal | undefined
): Subscription<Value> =>
  endedBy(
    signal,
    () =>
      new Subscription<Value>((sink) =>
        realtime.follow(topic, { next: (frame) => sink.next(read(frame as FrameOf<Type>)), fail: sink.fail })
      )
  )
