/** What a jsonb text holds, as far as aggregates ask. */
export const kindOf = (json: string): "number" | "null" | "odd" => {
  const first = json.charCodeAt(0)
  if (first === 45 || (first >= 48 && first <= 57)) return "number"
  return first === 110 ? "null" : "odd"
}
