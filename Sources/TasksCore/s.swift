public enum Stub0 {}
