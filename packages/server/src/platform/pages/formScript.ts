/**
 * The module of forms. Every form works without it: it shows the digits of a code in cells and sends the last one,
 * shows a password, says how strong a new one is, waits until something can be sent again, and sends a form once.
 */
export const formScript = `
const words = (text, values) => text.replace(/[{](\\w+)[}]/g, (_, name) => values[name])

const made = (tag, attributes, text = "") => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.textContent = text
  return element
}

/** Adds an element and names it first in the input's description: what is wrong is said last. */
const describe = (input, element) => {
  input.closest(".field").append(element)
  const described = element.id + " " + (input.getAttribute("aria-describedby") ?? "")
  input.setAttribute("aria-describedby", described.trim())
}

for (const input of document.querySelectorAll("input[data-digits]")) {
  const count = Number(input.dataset.digits)
  const control = input.parentElement
  control.classList.add("cells")
  const cells = Array.from({ length: count }, () => made("span", { "aria-hidden": "true" }))
  control.append(...cells.slice(0, count / 2), made("i", { "aria-hidden": "true" }), ...cells.slice(count / 2))
  describe(input, made("p", { class: "hint", id: input.id + "-sends" }, input.dataset.sends))
  let sent = false
  const draw = () => {
    const digits = input.value.replace(/[^0-9]/g, "").slice(0, count)
    if (digits !== input.value) input.value = digits
    cells.forEach((cell, at) => {
      cell.textContent = digits[at] ?? ""
      cell.classList.toggle("at", at === Math.min(digits.length, count - 1))
    })
    return digits
  }
  const toEnd = () => input.setSelectionRange(input.value.length, input.value.length)
  input.addEventListener("input", () => {
    if (draw().length < count) sent = false
    else if (!sent) {
      sent = true
      input.form.requestSubmit()
    }
  })
  for (const event of ["focus", "click", "keyup"]) input.addEventListener(event, () => {
    if (input.selectionStart === input.selectionEnd) toEnd()
  })
  addEventListener("pageshow", () => {
    sent = false
    draw()
  })
}

const eye = ["M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z", "M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z"]
const drawnEye = () => {
  const space = "http://www.w3.org/2000/svg"
  const svg = document.createElementNS(space, "svg")
  svg.setAttribute("viewBox", "0 0 24 24")
  svg.setAttribute("class", "icon")
  svg.setAttribute("aria-hidden", "true")
  for (const line of [...eye, "M4 4l16 16"]) {
    const path = document.createElementNS(space, "path")
    path.setAttribute("d", line)
    svg.append(path)
  }
  return svg
}

for (const input of document.querySelectorAll("input[data-show]")) {
  const { hide, show } = input.dataset
  const button = made("button", { type: "button", class: "reveal" })
  button.append(drawnEye())
  const reveal = (isShown) => {
    input.type = isShown ? "text" : "password"
    button.classList.toggle("shown", isShown)
    button.setAttribute("aria-label", isShown ? hide : show)
    button.title = isShown ? hide : show
  }
  reveal(false)
  button.addEventListener("click", () => reveal(input.type === "password"))
  input.form.addEventListener("submit", () => reveal(false))
  input.parentElement.classList.add("revealed")
  input.parentElement.append(button)
}

const isPlain = (text, email) => {
  const lower = text.toLowerCase()
  const distinct = new Set(lower).size
  const steps = [...lower].filter((letter, at) => Math.abs(letter.charCodeAt(0) - lower.charCodeAt(at - 1)) <= 1).length
  const name = email.split("@")[0].toLowerCase()
  return distinct < 6 || /^(.{1,8}?)\\1+.{0,7}$/.test(lower) || steps > lower.length / 2 || (name.length > 3 && lower.includes(name))
}

for (const input of document.querySelectorAll("input[data-short]")) {
  const { good, short, strong, weak } = input.dataset
  const strength = made("p", { class: "strength", id: input.id + "-strength", "aria-live": "polite" })
  describe(input, strength)
  const judge = () => {
    const length = [...input.value].length
    const email = input.form.querySelector("input[type=email]")?.value ?? ""
    const level = length === 0 ? "" : length < input.minLength ? "short" : isPlain(input.value, email) ? "weak"
      : length >= 16 && new Set(input.value).size >= 9 ? "strong" : "good"
    strength.dataset.level = level
    strength.textContent = words({ short, weak, good, strong }[level] ?? "", { n: input.minLength - length })
  }
  input.addEventListener("input", judge)
  addEventListener("pageshow", judge)
}

for (const button of document.querySelectorAll("button[data-wait]")) {
  const label = button.textContent
  const key = "again " + new URL(button.form.action).pathname
  const now = Date.now()
  const kept = Number(sessionStorage.getItem(key))
  const longest = now + Number(button.dataset.wait) * 1000
  const until = kept > now && kept <= longest ? kept : longest
  sessionStorage.setItem(key, String(until))
  const tick = () => {
    const left = Math.ceil((until - Date.now()) / 1000)
    button.toggleAttribute("disabled", left > 0)
    const time = Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0")
    button.textContent = left > 0 ? words(button.dataset.waiting, { time }) : label
    if (left <= 0) clearInterval(ticking)
  }
  const ticking = setInterval(tick, 500)
  tick()
  button.form.addEventListener("submit", () => sessionStorage.removeItem(key))
}

/** A form that is on its way is not sent again; a page that comes back from the history can. */
for (const form of document.querySelectorAll("form:not([data-passkey])")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent === "") return event.preventDefault()
    form.dataset.sent = ""
    const button = event.submitter ?? form.querySelector("button.first")
    button?.setAttribute("aria-busy", "true")
  })
  addEventListener("pageshow", () => {
    delete form.dataset.sent
    for (const button of form.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy")
  })
}
`
