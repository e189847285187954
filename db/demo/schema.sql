CREATE TABLE users (
    id         INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    email      TEXT UNIQUE,
    country    TEXT NOT NULL,
    city       TEXT,
    status     TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL
);
CREATE TABLE categories (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);
CREATE TABLE products (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    category_id INTEGER NOT NULL REFERENCES categories (id),
    price       DECIMAL(10, 2) NOT NULL,
    stock       INTEGER,
    created_at  TIMESTAMP NOT NULL
);
CREATE TABLE orders (
    id         INTEGER PRIMARY KEY,
    user_id    INTEGER NOT NULL REFERENCES users (id),
    status     TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    shipped_at TIMESTAMP
);
CREATE TABLE order_items (
    id         INTEGER PRIMARY KEY,
    order_id   INTEGER NOT NULL REFERENCES orders (id),
    product_id INTEGER NOT NULL REFERENCES products (id),
    quantity   INTEGER NOT NULL,
    unit_price DECIMAL(10, 2) NOT NULL
);
CREATE TABLE reviews (
    id         INTEGER PRIMARY KEY,
    product_id INTEGER NOT NULL REFERENCES products (id),
    user_id    INTEGER NOT NULL REFERENCES users (id),
    rating     INTEGER NOT NULL,
    comment    TEXT,
    created_at TIMESTAMP NOT NULL
);
CREATE TABLE flights (
    id             INTEGER PRIMARY KEY,
    origin         TEXT NOT NULL,
    destination    TEXT NOT NULL,
    departure_date DATE NOT NULL,
    return_date    DATE,
    cabin_class    TEXT NOT NULL,
    airline        TEXT NOT NULL,
    price          DECIMAL(10, 2) NOT NULL
);
CREATE TABLE payments (
    id          INTEGER PRIMARY KEY,
    amount      DECIMAL(12, 2) NOT NULL,
    currency    TEXT NOT NULL,
    recipient   TEXT NOT NULL,
    description TEXT,
    created_at  TIMESTAMP NOT NULL
);
