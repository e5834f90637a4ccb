import "./Avatar.css"
import { visible } from "./visible.ts"

const initialsOf = (name: string) => {
  const words = name.split(/[\s@._-]+/).filter((word) => word !== "")
  return visible(`${words[0]?.[0] ?? "?"}${words[1]?.[0] ?? ""}`).toUpperCase()
}

const toneOf = (name: string) => {
  let sum = 0
  for (let index = 0; index < name.length; index++) sum = (sum * 31 + name.charCodeAt(index)) % 997
  return sum % 4
}

/** A person in two letters. The name stands beside it, or is its text for assistive technology. */
export const Avatar = ({ alone = false, name }: { readonly name: string; readonly alone?: boolean }) => (
  <span className={`avatar avatar-${toneOf(name)}`} title={alone ? visible(name) : undefined}>
    <span aria-hidden>{initialsOf(name)}</span>
    {alone ? <bdi className="visually-hidden">{visible(name)}</bdi> : null}
  </span>
)
