/**
 * Somebody who plays Diktat on the page without understanding it: presses what can be pressed of
 * the question under way, one control after another, as a thumb would. Knows no rule and reads no
 * state: only what the page shows.
 */
(() => {
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const pick = (list) => list[Math.floor(random() * list.length)];
  const can = (element) =>
    element && !element.disabled && element.getAttribute('aria-disabled') !== 'true';
  const all = (root, query) => [...root.querySelectorAll(query)].filter(can);

  let form = null; // the question that is being answered, and how far one has come with it
  let laid = 0;
  let wanted = 0;
  let rested = 0; // turns since something was sent

  function press(element, label) {
    driver.pressed.push(label);
    if (element instanceof SVGElement) {
      element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    } else element.click();
  }

  function send(button) {
    rested = 1;
    press(button, 'do');
  }

  function look() {
    const box = document.querySelector('.diktat .answer');
    if (!box || !box.firstElementChild) return;
    if (driver.stop && box.textContent.includes(driver.stop)) {
      driver.on = false;
      return;
    }
    if (rested && ++rested < 40 && form === box.firstElementChild) return;
    if (form !== box.firstElementChild || rested) {
      form = box.firstElementChild;
      laid = rested = 0;
      wanted = 1 + Math.floor(random() * 3);
    }
    const go = box.querySelector('.btn.do, .btn.risk');
    const pool = all(box, '.pool button');
    if (pool.length > 0 && (laid < wanted || !can(go))) {
      laid += 1;
      return press(pick(pool), 'pawn');
    }
    const answers = all(box, '.yes button');
    if (answers.length > 0) return send(pick(answers));
    const kinds = all(box, '.kinds button');
    const others = all(box, '.choosing > .btn').filter((button) => button !== go);
    if (kinds.length > 0) {
      const passes = others.length > 0 && random() < 0.1;
      return passes ? send(others.at(-1)) : press(pick(kinds), 'kind');
    }
    if (box.querySelector('.hint') && !go) {
      const places = [...document.querySelectorAll('.sector[data-can]')];
      if (places.length > 0) return press(pick(places), 'sector');
      return others.length > 0 ? press(pick(others), 'back') : undefined;
    }
    const radios = all(box, '.many input');
    if (radios.length > 0 && laid === 0) {
      laid = 1;
      return press(pick(radios), 'option');
    }
    const more = all(box, '.stepper button:last-child, .fist .plus');
    if (more.length > 0 && laid < wanted) {
      laid += 1;
      return press(more[0], 'more');
    }
    if (can(go)) return send(go);
    if (!go && others.length > 0) send(others.at(-1));
  }

  const driver = {
    on: false,
    stop: '', // words of a question that somebody else will answer
    pressed: [],
    sent: [], // acts by their ids, and when
    seen: [], // news by their numbers, and when the page had drawn them
    pace: 0, // milliseconds between two touches, at least
    begin(from, stop, pace = 0) {
      seed = from;
      driver.pace = pace;
      driver.stop = stop;
      driver.on = true;
    },
  };
  let next = 0;
  setInterval(() => {
    if (!driver.on || Date.now() < next) return;
    next = Date.now() + driver.pace;
    look();
  }, 15);
  window.driver = driver;

  const now = () => performance.timeOrigin + performance.now();
  const Native = WebSocket;
  window.WebSocket = class extends Native {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        const number = /^\{"type":"news","number":(\d+)/.exec(data)?.[1];
        if (number) requestAnimationFrame(() => driver.seen.push([Number(number), now()]));
      });
    }
    send(data) {
      const id = /^\{"type":"act","id":"([^"]+)"/.exec(data)?.[1];
      if (id) driver.sent.push([id, now()]);
      super.send(data);
    }
  };
})();
