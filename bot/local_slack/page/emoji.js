// Emoji codes as Slack names them → characters; only the ones an incident channel meets.

const NAMES = {
  mag: "🔎", mag_right: "🔎", fire: "🔥", rotating_light: "🚨", warning: "⚠️", x: "❌", white_check_mark: "✅",
  heavy_check_mark: "✔️", ballot_box_with_check: "☑️", eyes: "👀", mute: "🔇", no_bell: "🔕", bell: "🔔", bulb: "💡", bug: "🐛",
  wrench: "🔧", hammer: "🔨", hammer_and_wrench: "🛠️", gear: "⚙️", rocket: "🚀", boom: "💥", skull: "💀", sob: "😭",
  thinking_face: "🤔", thinking: "🤔", smile: "😄", slightly_smiling_face: "🙂", grinning: "😀", joy: "😂", sweat_smile: "😅",
  facepalm: "🤦", shrug: "🤷", "+1": "👍", thumbsup: "👍", "-1": "👎", thumbsdown: "👎", ok_hand: "👌", pray: "🙏", clap: "👏",
  wave: "👋", raised_hands: "🙌", muscle: "💪", heart: "❤️", tada: "🎉", sparkles: "✨", star: "⭐", zap: "⚡", hourglass: "⌛",
  hourglass_flowing_sand: "⏳", stopwatch: "⏱️", clock3: "🕒", calendar: "📅", date: "📅", memo: "📝", pencil: "📝", clipboard: "📋",
  books: "📚", book: "📖", bookmark: "🔖", link: "🔗", paperclip: "📎", pushpin: "📌", round_pushpin: "📍", lock: "🔒", unlock: "🔓",
  key: "🔑", shield: "🛡️", chart_with_upwards_trend: "📈", chart_with_downwards_trend: "📉", bar_chart: "📊", computer: "💻",
  package: "📦", file_folder: "📁", inbox_tray: "📥", outbox_tray: "📤", speech_balloon: "💬", mega: "📣", loudspeaker: "📢",
  arrow_right: "➡️", arrow_left: "⬅️", arrow_up: "⬆️", arrow_down: "⬇️", arrows_counterclockwise: "🔄", repeat: "🔁",
  red_circle: "🔴", large_orange_circle: "🟠", large_yellow_circle: "🟡", large_green_circle: "🟢", large_blue_circle: "🔵",
  white_circle: "⚪", black_circle: "⚫", question: "❓", grey_question: "❔", exclamation: "❗", information_source: "ℹ️",
  no_entry: "⛔", no_entry_sign: "🚫", octagonal_sign: "🛑", construction: "🚧", robot_face: "🤖", ghost: "👻", one: "1️⃣",
  two: "2️⃣", three: "3️⃣", four: "4️⃣", five: "5️⃣", wastebasket: "🗑️", pager: "📟", phone: "☎️", satellite: "🛰️", snail: "🐌",
  turtle: "🐢", coffee: "☕", jigsaw: "🧩", test_tube: "🧪", point_right: "👉", point_up: "☝️", point_down: "👇", recycle: "♻️",
};

/** The character for a code without its colons, or null when it is not one we know. */
export function emoji(name) {
  return Object.hasOwn(NAMES, name) ? NAMES[name] : null;
}

/** Replace the `:codes:` we know in a plain text. */
export function emojify(text) {
  return text.replace(/:([a-z0-9_+-]+):(?::skin-tone-\d:)?/g, (whole, name) => emoji(name) ?? whole);
}
