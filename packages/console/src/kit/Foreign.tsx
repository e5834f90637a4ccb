import { visible } from "./visible.ts"

/** What a robot, a user or an agent wrote: its direction is its own, and nothing in it is hidden. */
export const Foreign = ({ children }: { readonly children: string }) => <bdi>{visible(children)}</bdi>
