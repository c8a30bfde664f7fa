// News of a match: by its event stream; while that does not come through, by asking every few seconds.
// A tab that nobody looks at gives its connection back, for browsers have only six to one host.

const SOON = 3000;
const HIDDEN = 15000;
const AGAIN = 5000;

export class Live {
  // `news` is told a version or nothing; `connected` whether the stream comes through.
  constructor(match, version, { news, connected }) {
    Object.assign(this, { match, version, news, connected, source: null, timer: null, ended: false });
    document.addEventListener("visibilitychange", () => this.settle());
    this.settle();
  }

  // Nothing more will come.
  end() {
    this.ended = true;
    this.close();
    this.connected(true);
  }

  settle() {
    if (this.ended) return;
    if (document.hidden) {
      this.close();
      this.ask(HIDDEN);
    } else {
      this.news();
      this.open();
    }
  }

  open() {
    if (this.ended || document.hidden || this.source) return;
    const source = new EventSource(`/api/v1/matches/${this.match}/stream?after=${this.version}`);
    this.source = source;
    source.onopen = () => {
      clearInterval(this.timer);
      this.timer = null;
      this.connected(true);
    };
    source.onmessage = ({ lastEventId }) => {
      this.version = Math.max(this.version, Number(lastEventId));
      this.news(this.version);
    };
    source.onerror = () => {
      if (this.ended || document.hidden) return;
      this.connected(false);
      this.ask(SOON);
      if (source.readyState === EventSource.CLOSED) {
        this.source = null;
        setTimeout(() => this.open(), AGAIN);
      }
    };
  }

  ask(milliseconds) {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.news(), milliseconds);
  }

  close() {
    clearInterval(this.timer);
    this.timer = null;
    this.source?.close();
    this.source = null;
  }
}
