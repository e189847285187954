CREATE INDEX products_category_id ON products (category_id);
CREATE INDEX orders_user_id ON orders (user_id);
CREATE INDEX order_items_order_id ON order_items (order_id);
CREATE INDEX order_items_product_id ON order_items (product_id);
CREATE INDEX reviews_product_id ON reviews (product_id);
CREATE INDEX reviews_user_id ON reviews (user_id);
